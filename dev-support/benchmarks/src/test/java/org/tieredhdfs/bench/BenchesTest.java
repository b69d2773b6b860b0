package org.tieredhdfs.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.bench.failslow.FailSlow;
import org.tieredhdfs.bench.failslow.Stall;
import org.tieredhdfs.bench.mover.Movers;
import org.tieredhdfs.bench.volumes.VolumeChoosing;
import org.tieredhdfs.linux.LoopDevices;
import org.tieredhdfs.linux.MountedFileSystems;
import org.tieredhdfs.linux.User;
import org.tieredhdfs.localcluster.media.EmulatedVolumes;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Report;
import org.tieredhdfs.report.Side;

/** The benchmarks, short, on real daemons; needs root. */
@Tag("slow")
@Timeout(600)
class BenchesTest {
  private static final List<Side> BOTH = List.of(Side.STOCK, Side.OURS);
  private static final List<Side> OURS = List.of(Side.OURS);

  @TempDir Path tmp;

  @BeforeEach
  void requireWhatEmulationNeeds() {
    assumeTrue(User.isRoot(), "needs root");
    try {
      EmulatedVolumes.check();
    } catch (IOException e) {
      assumeTrue(false, e.getMessage());
    }
  }

  @AfterEach
  void leavesNothingBehind() throws IOException {
    Path dir = tmp.toRealPath();
    assertThat(MountedFileSystems.read().under(dir)).isEmpty();
    assertThat(new LoopDevices().backedBelow(dir)).isEmpty();
  }

  @Test
  void showsThatStockStallsWithAFrozenVolumeAndOursDoesNot() throws Exception {
    int freezeSec = 5;
    Report report =
        new Stall()
            .run(Plans.real(tmp, BOTH, freezeSec, 1, "freeze-rereplication"), Progress.silent());
    assertThat(report.cases()).extracting(BenchmarkCase::side).contains(Side.STOCK, Side.OURS);
    double stockMs = metric(report, Side.STOCK, "fastWriteMaxMs");
    double oursMs = metric(report, Side.OURS, "fastWriteMaxMs");
    assertThat(stockMs).isGreaterThan(freezeSec * 1_000 / 2.0);
    assertThat(oursMs).isLessThan(stockMs / 2);
    assertThat(metric(report, Side.OURS, "fastWriteOps")).isGreaterThan(10);
    assertThat(metric(report, Side.OURS, "fastWriteErrors")).isZero();
    assertThat(tmp.resolve("out/stacks-freeze-rereplication-stock-1.txt"))
        .content()
        .contains("createTemporary");
  }

  @Test
  void findsOutWhereBlocksLieAndHowFastTheyWereWritten() throws Exception {
    Report report =
        new VolumeChoosing()
            .run(Plans.real(tmp, OURS, 6, 5, "type-round-robin"), Progress.silent());
    assertThat(report.ok()).as("%s", report.failures()).isTrue();
    assertThat(metric(report, Side.OURS, "mbPerSec")).isBetween(5.0, 130.0);
    assertThat(metric(report, Side.OURS, "failedWrites")).isZero();
    assertThat(metric(report, Side.OURS, "fastHalfSharePercent")).isBetween(40.0, 60.0);
  }

  @Test
  void hasTheSameFilesMovedByStockAndByOurs() throws Exception {
    Report report =
        new Movers()
            .run(
                Plans.real(tmp, BOTH, 60, 5, "single", "cross-node", "single-rename"),
                Progress.silent());
    assertThat(report.cases())
        .extracting(BenchmarkCase::side)
        .contains(Side.STOCK, Side.STOCK_SPS, Side.OURS);
    assertThat(report.cases())
        .filteredOn(one -> one.side() != Side.STOCK_SPS)
        .allSatisfy(
            one ->
                assertThat(one.metrics()).as(one.name()).containsEntry("satisfiedPercent", 100.0));
  }

  @Test
  void losesNothingThatWasAcknowledgedWhileTheVolumeOfALogHangs() throws Exception {
    Report report =
        new FailSlow().run(Plans.real(tmp, OURS, 8, 1, "wal-hang-ssd-3-nodes"), Progress.silent());
    // How long operations take says more of this machine than of what is tested
    assertThat(report.cases()).as("%s", report.failures()).hasSize(1);
    assertThat(metric(report, Side.OURS, "acknowledgedRows")).isGreaterThan(100);
    assertThat(metric(report, Side.OURS, "lostRows")).isZero();
    assertThat(metric(report, Side.OURS, "acknowledgedRecords")).isGreaterThan(100);
    assertThat(metric(report, Side.OURS, "lostRecords")).isZero();
    assertThat(metric(report, Side.OURS, "cutOffWriters")).isPositive();
    assertThat(metric(report, Side.OURS, "backInUseSec")).isLessThan(180);
  }

  private static double metric(Report report, Side side, String metric) {
    return report.cases().stream()
        .filter(one -> one.side() == side)
        .mapToDouble(one -> one.metrics().getOrDefault(metric, Double.NaN))
        .findFirst()
        .orElse(Double.NaN);
  }
}
