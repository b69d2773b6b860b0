package org.tieredhdfs.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Placement;
import org.tieredhdfs.report.Report;
import org.tieredhdfs.report.ReportBuilder;
import org.tieredhdfs.report.ReportedFileClass;
import org.tieredhdfs.report.Side;

/** How a demo judges what came out of its load. */
class DemoTest {
  private static final int REGIONS = 4;
  private static final LoadPlan PLAN = new LoadPlan(1, 1, 1, REGIONS, Path.of("x"));
  private static final StoredBytes LOG_IN_RAM = stored(DemoFileClass.WAL, "RAMDISK");
  private static final StoredBytes SMALL = stored(DemoFileClass.COMPACTED_SMALL, "SSD");
  private static final StoredBytes LARGE = stored(DemoFileClass.COMPACTED, "DISK");
  private static final StoredBytes ARCHIVED = stored(DemoFileClass.ARCHIVED, "ARCHIVE");

  private static StoredBytes stored(DemoFileClass kind, String type) {
    return new StoredBytes(kind, type, 10, 3);
  }

  private static Report judged(long errors, StoredBytes... more) {
    List<StoredBytes> stored = new ArrayList<>(List.of(more));
    stored.add(stored(DemoFileClass.TABLE, "SSD"));
    stored.add(stored(DemoFileClass.FLUSHED, "SSD"));
    BenchmarkCase load = new BenchmarkCase("load", Side.OURS, 1, Map.of("opsPerSec", 1.0));
    HBaseLoad.Outcome outcome = new HBaseLoad.Outcome(List.of(load), errors, "no region", stored);
    ReportBuilder report = new ReportBuilder("demo");
    Demo.fill(report, outcome);
    Demo.judge(report, DemoPolicies.of(false).expected(REGIONS), outcome);
    return report.build();
  }

  @Test
  void allIsWellWithEachKindWhereItBelongs() {
    assertThat(judged(0, LOG_IN_RAM, SMALL, LARGE, ARCHIVED).ok()).isTrue();
  }

  @Test
  void failedOperationsMakeItFail() {
    Report report = judged(2, LOG_IN_RAM, SMALL, LARGE, ARCHIVED);

    assertThat(report.ok()).isFalse();
    assertThat(report.failures()).singleElement().asString().contains("2 YCSB operations failed");
  }

  @Test
  void bytesOnAnotherTypeMakeItFail() {
    StoredBytes stray = stored(DemoFileClass.WAL, "DISK");

    assertThat(judged(0, LOG_IN_RAM, stray, SMALL, LARGE, ARCHIVED).failures())
        .singleElement()
        .asString()
        .contains("wal files lie on [DISK, RAMDISK]");
  }

  @Test
  void missingFilesMakeItFail() {
    assertThat(judged(0, SMALL, LARGE, ARCHIVED).failures())
        .singleElement()
        .asString()
        .contains("wal");
  }

  @Test
  void archivedFilesThatDidNotFollowMakeItFail() {
    StoredBytes left = stored(DemoFileClass.ARCHIVED, "SSD");

    assertThat(judged(0, LOG_IN_RAM, SMALL, LARGE, ARCHIVED, left).failures())
        .singleElement()
        .asString()
        .contains("archived files lie on [ARCHIVE, SSD]");
  }

  @Test
  void aLargeCompactedFileOnTheMediumOfSmallOnesMakesItFail() {
    StoredBytes onSsd = stored(DemoFileClass.COMPACTED, "SSD");

    assertThat(judged(0, LOG_IN_RAM, SMALL, LARGE, onSsd, ARCHIVED).failures())
        .singleElement()
        .asString()
        .contains("compacted files lie on [DISK, SSD]");
  }

  @Test
  void theReportHasSmallAndLargeCompactedFilesAsOneClass() {
    assertThat(judged(0, LOG_IN_RAM, SMALL, LARGE, ARCHIVED).placement())
        .extracting(Placement::fileClass, Placement::storageType)
        .containsExactly(
            tuple(ReportedFileClass.WAL, "RAMDISK"),
            tuple(ReportedFileClass.FLUSHED, "SSD"),
            tuple(ReportedFileClass.COMPACTED, "DISK"),
            tuple(ReportedFileClass.COMPACTED, "SSD"),
            tuple(ReportedFileClass.ARCHIVED, "ARCHIVE"),
            tuple(ReportedFileClass.TABLE, "SSD"));
  }

  @Test
  void theBoundLiesBetweenTheFilesOfTheSmallRegionAndOfTheOthers() {
    LoadPlan plan = new LoadPlan(100_000, 1, 1, REGIONS, Path.of("x"));

    // 1/16 and 5/16 of 100,000 rows of some 1,250 bytes
    assertThat(plan.smallCompactedMaxBytes()).isBetween(12_000_000L, 25_000_000L);
  }

  @Test
  void theMappingIsWrittenAsAnOperatorWouldForOursAndNotForStock() {
    assertThat(Demo.settings(false, PLAN))
        .extractingByKey("dfs.tiered.path.policies")
        .asString()
        .contains("/hbase/WALs=ALL_RAMDISK");
    assertThat(Demo.settings(true, PLAN)).doesNotContainKey("dfs.tiered.path.policies");
  }

  @Test
  void aLoadOfNothingIsRefused() {
    assertThatThrownBy(() -> new LoadPlan(0, 1, 1, 1, Path.of("x")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--records: '0' is not allowed");
  }
}
