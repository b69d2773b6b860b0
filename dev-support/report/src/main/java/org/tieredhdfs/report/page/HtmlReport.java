package org.tieredhdfs.report.page;

import com.github.mustachejava.DefaultMustacheFactory;
import com.github.mustachejava.Mustache;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.tieredhdfs.report.Report;

/**
 * The page of a report: one file that needs nothing else, in light and dark.
 *
 * <p>Names that a report holds are escaped by the template, and drawn as outlines in charts.
 */
public final class HtmlReport {

  private static final String TEMPLATE = "report.mustache.html";

  private final Report report;
  private final ReportPage.Drawing drawing;

  public HtmlReport(Report report) {
    this(report, Pictures::of);
  }

  public HtmlReport(Report report, ReportPage.Drawing drawing) {
    this.report = report;
    this.drawing = drawing;
  }

  public String html() {
    Mustache template =
        new DefaultMustacheFactory().compile(new StringReader(template()), TEMPLATE);
    StringWriter page = new StringWriter();
    template.execute(page, ReportPage.of(report, drawing));
    return page.toString();
  }

  private static String template() {
    try (InputStream in = HtmlReport.class.getResourceAsStream(TEMPLATE)) {
      if (in == null) {
        throw new IllegalStateException("not on the class path: " + TEMPLATE);
      }
      try (InputStreamReader reader = new InputStreamReader(in, StandardCharsets.UTF_8)) {
        StringWriter text = new StringWriter();
        reader.transferTo(text);
        return text.toString();
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + TEMPLATE, e);
    }
  }
}
