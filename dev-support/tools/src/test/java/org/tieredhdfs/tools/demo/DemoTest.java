package org.tieredhdfs.tools.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.ycsb.report.BenchmarkCase;
import org.tieredhdfs.ycsb.report.FileClass;
import org.tieredhdfs.ycsb.report.Placement;
import org.tieredhdfs.ycsb.report.Report;
import org.tieredhdfs.ycsb.report.ReportBuilder;
import org.tieredhdfs.ycsb.report.Side;

/** How a demo judges what came out of its load. */
class DemoTest {
  private static final Placement LOG_IN_RAM = new Placement(FileClass.WAL, "RAMDISK", 10, 3);
  private static final Placement TABLE_ON_SSD = new Placement(FileClass.TABLE, "SSD", 10, 3);

  private static final Placement ARCHIVED = new Placement(FileClass.ARCHIVED, "ARCHIVE", 10, 3);

  private static Report judged(long errors, Placement... placement) {
    BenchmarkCase load = new BenchmarkCase("load", Side.OURS, 1, Map.of("opsPerSec", 1.0));
    HBaseLoad.Outcome outcome =
        new HBaseLoad.Outcome(List.of(load), errors, "no region", List.of(placement));
    ReportBuilder report = new ReportBuilder("demo");
    Demo.fill(report, outcome);
    Demo.judge(report, DemoPolicies.of(false), outcome);
    return report.build();
  }

  @Test
  void allIsWellWithLogsInMemoryAndTablesOnSsd() {
    assertThat(judged(0, LOG_IN_RAM, TABLE_ON_SSD, ARCHIVED).ok()).isTrue();
  }

  @Test
  void failedOperationsMakeItFail() {
    Report report = judged(2, LOG_IN_RAM, TABLE_ON_SSD, ARCHIVED);

    assertThat(report.ok()).isFalse();
    assertThat(report.failures()).singleElement().asString().contains("2 YCSB operations failed");
  }

  @Test
  void bytesOnAnotherTypeMakeItFail() {
    Placement stray = new Placement(FileClass.WAL, "DISK", 1, 1);

    assertThat(judged(0, LOG_IN_RAM, stray, TABLE_ON_SSD, ARCHIVED).failures())
        .singleElement()
        .asString()
        .contains("wal files lie on [DISK, RAMDISK]");
  }

  @Test
  void missingFilesMakeItFail() {
    assertThat(judged(0, TABLE_ON_SSD, ARCHIVED).failures())
        .singleElement()
        .asString()
        .contains("wal");
  }

  @Test
  void archivedFilesThatDidNotFollowMakeItFail() {
    Placement left = new Placement(FileClass.ARCHIVED, "SSD", 1, 1);

    assertThat(judged(0, LOG_IN_RAM, TABLE_ON_SSD, ARCHIVED, left).failures())
        .singleElement()
        .asString()
        .contains("archived files lie on [ARCHIVE, SSD]");
  }

  @Test
  void theMappingIsWrittenAsAnOperatorWouldForOursAndNotForStock() {
    assertThat(Demo.settings(false))
        .extractingByKey("dfs.tiered.path.policies")
        .asString()
        .contains("/hbase/WALs=ALL_RAMDISK");
    assertThat(Demo.settings(true)).doesNotContainKey("dfs.tiered.path.policies");
  }

  @Test
  void aLoadOfNothingIsRefused() {
    assertThatThrownBy(() -> new LoadPlan(0, 1, 1, 1, Path.of("x")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--records: '0' is not allowed");
  }
}
