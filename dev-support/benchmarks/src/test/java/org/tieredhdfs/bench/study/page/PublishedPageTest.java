package org.tieredhdfs.bench.study.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.report.Report;
import org.tieredhdfs.report.files.ReportFiles;
import org.tieredhdfs.report.files.ReportJson;

/** The published page and the report that is published with it. */
class PublishedPageTest {
  private static final boolean WRITES = Boolean.getBoolean("tiered.reference.write");
  private static final Path DOCS = Path.of("../../docs");
  private static final String NAME = "what-tiering-buys";

  @TempDir Path folder;

  @Test
  void isMadeFromThePublishedReport() throws IOException {
    ReportFiles report = new ReportFiles(folder);
    Files.copy(DOCS.resolve("examples/" + NAME + ".json"), report.json());
    List<Report> others = new ArrayList<>();
    for (String other : StudyDocument.otherReports()) {
      Path json = DOCS.resolve("examples/" + other + ".json");
      if (Files.exists(json)) {
        others.add(ReportJson.read(json));
      }
    }
    Path published = DOCS.resolve(NAME + ".md");
    Path made = folder.resolve(NAME + ".md");
    new StudyDocument(made).write(report.read(), others);
    if (WRITES && Files.mismatch(made, published) >= 0) {
      new StudyDocument(published).write(report.read(), others);
    }
    assertThat(published)
        .as("write it anew with dev-support/write-reference")
        .hasSameTextualContentAs(made);
    for (String image : new String[] {NAME + ".png", NAME + "-gb.png"}) {
      assertThat(DOCS.resolve("images").resolve(image).toFile().exists())
          .as(image)
          .isEqualTo(folder.resolve("images").resolve(image).toFile().exists());
    }
  }
}
