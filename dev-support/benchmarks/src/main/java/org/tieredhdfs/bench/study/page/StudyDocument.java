package org.tieredhdfs.bench.study.page;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.tieredhdfs.report.Report;
import org.tieredhdfs.report.plot.BarPlot;
import org.tieredhdfs.report.plot.LinePlot;

/**
 * The page of a report, and the plot that it shows: {@code images/NAME.png} beside {@code NAME.md}.
 */
public final class StudyDocument {
  private static final String IMAGES = "images";
  private static final String CURVE = "-gb";

  private final Path page;

  public StudyDocument(Path page) {
    this.page = page.toAbsolutePath();
  }

  /** Where the plot of all throughputs goes. */
  public Path image() {
    return image("");
  }

  /** The names of the reports that the page shows beside that of the loads. */
  public static List<String> otherReports() {
    return OtherStudies.names();
  }

  private Path image(String suffix) {
    String name = String.valueOf(page.getFileName()).replaceFirst("\\.md$", "");
    return page.resolveSibling(IMAGES).resolve(name + suffix + ".png");
  }

  /**
   * Writes all; what there are no figures for is not drawn, and the page goes without.
   *
   * @param others reports of {@linkplain #otherReports the other studies}, as far as there are
   */
  public void write(Report report, List<Report> others) throws IOException {
    Optional<String> plot = draw(new StudyPlot(report).plot().map(BarPlot::png), image());
    Optional<String> curve = draw(new GbPlot(report).plot().map(LinePlot::png), image(CURVE));
    Files.writeString(page, new StudyPage(report, plot, curve, others).text());
  }

  /** Returns where the picture is, from the page. */
  private static Optional<String> draw(Optional<byte[]> png, Path image) throws IOException {
    if (png.isEmpty()) {
      return Optional.empty();
    }
    Files.createDirectories(image.resolveSibling("."));
    Files.write(image, png.get());
    return Optional.of(IMAGES + "/" + image.getFileName());
  }
}
