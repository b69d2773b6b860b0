package org.tieredhdfs.bench.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.bench.Plans;
import org.tieredhdfs.bench.experiment.MeasuredRows;
import org.tieredhdfs.report.Side;
import org.tieredhdfs.report.files.ReportFiles;
import org.tieredhdfs.ycsb.study.StudyCase;

class StudyResumeTest {
  @TempDir Path out;

  @Test
  void aReportOfAnEarlierVersionCanBeGoneOnWith() throws IOException {
    try (InputStream in = StudyResumeTest.class.getResourceAsStream("/recorded-ycsb.json")) {
      Files.copy(Objects.requireNonNull(in), new ReportFiles(out).json());
    }
    String scale = scaleText(StudyLoads.USUAL_WARM_UP_RECORDS);
    MeasuredRows rows = MeasuredRows.resumed(out, scale, StudyCase.names()::contains);
    assertThat(rows.has(StudyCase.C50G_RAM.caseName(), Side.STOCK, 1)).isTrue();
    assertThat(rows.has(StudyCase.C50G_RAM.caseName(), Side.STOCK, 2)).isFalse();
    assertThat(rows.all().get(0).metrics()).containsKeys("opsPerSec", "gcMaxMs");
  }

  @Test
  void rowsOfAnotherWarmUpAreNotMixedWithIt() {
    assertThat(scaleText(0)).endsWith(", not warmed up");
    assertThat(scaleText(300_000)).endsWith(", warmed up by 300000 records");
  }

  private String scaleText(int warmUpRecords) {
    StudyLoads loads = new StudyLoads();
    loads.data = 1.0 / 32;
    loads.warmUpRecords = warmUpRecords;
    return loads.scaleText(Plans.plan());
  }
}
