package org.tieredhdfs.tiering.report;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.IntFunction;
import org.apache.hadoop.http.HtmlQuoting;
import org.jspecify.annotations.Nullable;

/**
 * A report as one page of HTML that needs no other file, in light or dark as the reader has it.
 * Pictures stretch with the page, the words in them do not. Used by one thread.
 */
public final class HeatPage {
  private static final int FIRST_RANGE = 2;
  private static final int COLORS = 8;
  private static final int MAX_OPEN_ROWS = 12;

  private final StringBuilder html = new StringBuilder();

  private HeatPage() {}

  /** The text of it. */
  public static String of(HeatReport report) throws IOException {
    try (InputStream in = HeatPage.class.getResourceAsStream("page.html")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8)
          .replace("BODY", new HeatPage().body(report));
    }
  }

  private String body(HeatReport report) {
    html.append("<p class=\"note\">").append(quoted(report.summary())).append("</p>\n");
    for (FigureTable table : new HeatTables(report).all()) {
      html.append("<section>\n<h2>").append(quoted(table.title())).append("</h2>\n");
      if (table.key().equals(HeatTables.BYTES)) {
        bars(table, true);
        html.append("<h2>By owner</h2>\n");
        bars(table, false);
        legend(Ages.RANGES, 'a');
      } else if (table.key().equals(HeatTables.CURVE)) {
        lines(table);
      }
      cells(table);
      html.append("</section>\n");
    }
    html.append("<section>\n<h2>How to read it</h2>\n<ul>\n");
    report.notes().forEach(note -> html.append("<li>").append(quoted(note)).append("</li>\n"));
    return html.append("</ul>\n</section>\n").toString();
  }

  /** Text that stands for nothing but itself, also in an attribute with double quotes. */
  private static String quoted(String text) {
    return Objects.requireNonNull(HtmlQuoting.quoteHtmlChars(text));
  }

  private static long bytes(List<@Nullable Object> row, int column) {
    return row.get(column) instanceof Long bytes ? bytes : 0;
  }

  /** A bar for each type, or for each owner; as long as its share of the longest. */
  private void bars(FigureTable table, boolean isOfTypes) {
    List<List<@Nullable Object>> rows =
        table.rows().stream()
            .filter(row -> PolicyTypes.ALL.equals(row.get(isOfTypes ? 0 : 1)))
            .filter(row -> !PolicyTypes.ALL.equals(row.get(isOfTypes ? 1 : 0)))
            .toList();
    int sum = FIRST_RANGE + Ages.RANGES.size();
    long longest = Math.max(1, rows.stream().mapToLong(row -> bytes(row, sum)).max().orElse(1));
    for (List<@Nullable Object> row : rows) {
      String name = quoted(table.text(row, isOfTypes ? 1 : 0));
      html.append("<div class=\"bar\"><span>").append(name).append("</span>");
      html.append("<svg role=\"img\" aria-label=\"").append(name).append("\">");
      long from = 0;
      for (int i = FIRST_RANGE; i < sum; i++) {
        html.append(
            String.format(
                Locale.ROOT,
                "<rect class=\"a%d\" height=\"100%%\" x=\"%.2f%%\" width=\"%.2f%%\">"
                    + "<title>%s: %s</title></rect>",
                i - FIRST_RANGE,
                100.0 * from / longest,
                100.0 * bytes(row, i) / longest,
                Ages.RANGES.get(i - FIRST_RANGE),
                table.text(row, i)));
        from += bytes(row, i);
      }
      html.append("</svg><b>").append(table.text(row, sum)).append("</b></div>\n");
    }
  }

  private void legend(List<String> names, char colors) {
    html.append("<ul class=\"legend\">");
    for (int i = 0; i < names.size(); i++) {
      html.append("<li><i class=\"").append(colors).append(i % COLORS).append("\"></i>");
      html.append(quoted(names.get(i))).append("</li>");
    }
    html.append("</ul>\n");
  }

  /** A line for each column, over ranges of age, all of one width so that their names have room. */
  private void lines(FigureTable table) {
    int ranges = table.rows().size();
    List<String> names = table.columns().stream().skip(1).map(FigureTable.Column::name).toList();
    // that of all replicas
    long most = Math.max(1, bytes(table.rows().get(ranges - 1), 2));
    html.append("<p class=\"note\">The top is ").append(quoted(FigureTable.bytes(most)));
    html.append("</p>\n<svg class=\"curve\" role=\"img\" aria-label=\"curve\"");
    html.append(" viewBox=\"0 0 1000 1000\" preserveAspectRatio=\"none\">\n");
    html.append("<path d=\"M0 0H1000M0 250H1000M0 500H1000M0 750H1000M0 1000H1000\"/>\n");
    for (int i = 0; i < names.size(); i++) {
      html.append("<polyline class=\"c").append(i % COLORS).append("\" points=\"0,1000");
      for (int range = 0; range < ranges; range++) {
        long bytes = bytes(table.rows().get(range), i + 1);
        html.append(" ").append(1000 * (range + 1) / ranges);
        html.append(",").append(Math.round(1000 - 1000.0 * bytes / most));
      }
      html.append("\"/>\n");
    }
    html.append("</svg>\n<div class=\"axis\"><span>");
    html.append(String.join("</span><span>", Ages.RANGES)).append("</span></div>\n");
    legend(names, 'c');
  }

  private void cells(FigureTable table) {
    html.append(table.rows().size() > MAX_OPEN_ROWS ? "<details>" : "<details open>");
    html.append("<summary>Figures</summary>\n<div class=\"scroll\"><table>\n");
    line(table, "th", column -> table.columns().get(column).name());
    table.rows().forEach(row -> line(table, "td", column -> table.text(row, column)));
    html.append("</table></div>\n</details>\n");
  }

  private void line(FigureTable table, String tag, IntFunction<String> text) {
    html.append("<tr>");
    for (int i : table.shown()) {
      html.append('<')
          .append(tag)
          .append(table.columns().get(i).isWord() ? "" : " class=\"number\"");
      html.append('>').append(quoted(text.apply(i))).append("</").append(tag).append('>');
    }
    html.append("</tr>\n");
  }
}
