package org.tieredhdfs.bench.study.page;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.tieredhdfs.report.Report;
import org.tieredhdfs.report.files.ReportFiles;
import org.tieredhdfs.report.plot.BarPlot;
import org.tieredhdfs.report.plot.LinePlot;

/**
 * The page of a report, and the plots that it shows: {@code images/NAME.png} beside {@code
 * NAME.md}.
 */
public final class StudyDocument {
  private static final String IMAGES = "images";

  private final Path page;

  public StudyDocument(Path page) {
    this.page = page.toAbsolutePath();
  }

  /** The names of the reports that the page shows beside that of the loads. */
  public static List<String> otherReports() {
    return OtherStudies.names();
  }

  /** Those of them that were run into folders beside this one. */
  public static List<Report> othersBeside(Path out) throws IOException {
    List<Report> others = new ArrayList<>();
    for (String name : otherReports()) {
      ReportFiles files = new ReportFiles(out.resolveSibling(name));
      if (Files.exists(files.json())) {
        others.add(files.read());
      }
    }
    return others;
  }

  /**
   * Writes all; what there are no figures for is not drawn, and the page goes without.
   *
   * @param others reports of the other studies, as far as there are
   */
  public void write(Report report, List<Report> others) throws IOException {
    String plot = draw(new StudyPlot(report).plot().map(BarPlot::png), "");
    String curve = draw(GbPlot.of(report).map(LinePlot::png), "-gb");
    Files.writeString(page, new StudyPage(report).text(plot, curve, others));
  }

  /** Returns where the picture is, from the page; empty if there is none. */
  private String draw(Optional<byte[]> png, String suffix) throws IOException {
    if (png.isEmpty()) {
      return "";
    }
    String name = String.valueOf(page.getFileName()).replaceFirst("\\.md$", "") + suffix + ".png";
    Files.createDirectories(page.resolveSibling(IMAGES));
    Files.write(page.resolveSibling(IMAGES).resolve(name), png.get());
    return IMAGES + "/" + name;
  }
}
