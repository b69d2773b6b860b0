package org.tieredhdfs.bench.failslow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.bench.experiment.Bound;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Side;

class FailSlowBoundsTest {
  private final Map<String, Double> metrics = new HashMap<>();

  FailSlowBoundsTest() {
    List.of(
            "longestPutMs",
            "longestHflushMs",
            "longestReadMs",
            "lostRows",
            "lostRecords",
            "backInUseSec",
            "refusedReaders",
            "droppedReaders",
            "excludedMax",
            "excludedAtEnd",
            "unhealthyAtEnd")
        .forEach(metric -> metrics.put(metric, 0.0));
    metrics.put("cutOffWriters", 1.0);
    metrics.put("otherHflushP999Ms", 10.0);
    metrics.put("otherHflushP999BeforeMs", 10.0);
  }

  private List<String> failures(String name) {
    return failures(name, Side.OURS);
  }

  private List<String> failures(String name, Side side) {
    List<BenchmarkCase> rows = List.of(new BenchmarkCase(name, side, 1, metrics));
    return Bound.missed(new FailSlow().bounds(rows), rows);
  }

  @Test
  void nothingIsWrongWithABlink() {
    metrics.put("longestPutMs", 990.0);
    metrics.put("longestHflushMs", 1_000.0);
    metrics.put("longestReadMs", 700.0);
    metrics.put("backInUseSec", 40.0);
    metrics.put("otherHflushP999Ms", 14.0);
    assertThat(failures("wal-hang-ssd")).isEmpty();
  }

  @Test
  void theLongestFlushIsJudgedByTheCutOffTimeOfTheMedium() {
    metrics.put("longestHflushMs", 600.0);
    assertThat(failures("wal-hang-ram"))
        .singleElement()
        .asString()
        .contains("longestHflushMs", "400");
    assertThat(failures("wal-hang-ssd")).isEmpty();
    metrics.put("longestHflushMs", 9_000.0);
    assertThat(failures("wal-hang-ssd")).hasSize(1);
    assertThat(failures("wal-hang-disk")).isEmpty();
  }

  @Test
  void aPutMayWaitForADiskAndNotForMemory() {
    metrics.put("longestPutMs", 5_500.0);
    assertThat(failures("wal-hang-disk")).isEmpty();
    assertThat(failures("wal-hang-ram")).singleElement().asString().contains("longestPutMs");
    assertThat(failures("slow-10x")).isEmpty();
  }

  @Test
  void usersOfOtherVolumesMustNotNotice() {
    metrics.put("otherHflushP999Ms", 16.0);
    assertThat(failures("reads-hang")).singleElement().asString().contains("otherHflushP999Ms");
  }

  @Test
  void aLossIsAFailureInEachCase() {
    metrics.put("lostRecords", 1.0);
    metrics.put("cutOffWriters", 0.0);
    assertThat(failures("no-fault")).singleElement().asString().contains("lostRecords");
    metrics.remove("lostRecords");
    assertThat(failures("no-fault")).singleElement().asString().contains("was not measured");
  }

  @Test
  void aHangOfAVolumeWithoutTheLogShowsNothing() {
    metrics.put("cutOffWriters", 0.0);
    metrics.put("droppedReaders", 1.0);
    metrics.put("hangs", 1.0);
    assertThat(failures("wal-hang-ssd"))
        .singleElement()
        .asString()
        .contains("nothing was measured");
  }

  @Test
  void withoutAVolumeThatFailsNobodyIsCutOff() {
    metrics.put("movedBytes", 1.0);
    assertThat(failures("no-fault-heavy")).singleElement().asString().contains("cutOffWriters");
    metrics.put("movedBytes", 0.0);
    assertThat(failures("no-fault-heavy")).hasSize(2);
    assertThat(failures("node-slow-10x")).hasSize(1);
    assertThat(failures("machine-pause")).isEmpty();
    metrics.put("excludedAtEnd", 1.0);
    assertThat(failures("machine-pause")).singleElement().asString().contains("excludedAtEnd");
  }

  @Test
  void apacheHadoopIsNotJudged() {
    metrics.put("longestPutMs", 60_000.0);
    assertThat(failures("wal-hang-ssd", Side.STOCK)).isEmpty();
  }
}
