package org.tieredhdfs.bench.write;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.bench.Plans;
import org.tieredhdfs.bench.write.WritePath.WriteSizes;
import org.tieredhdfs.linux.MountedFileSystems;
import org.tieredhdfs.linux.ProcessTable;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Report;
import org.tieredhdfs.report.Side;

/** The benchmark of the write path, short, on real daemons and with clients of their own. */
@Tag("slow")
@Timeout(600)
class WritePathTest {
  @TempDir Path tmp;

  @AfterEach
  void leavesNothingBehind() throws Exception {
    Path dir = tmp.toRealPath();
    assertThat(MountedFileSystems.read().under(dir)).isEmpty();
    assertThat(new ProcessTable().usersOf(dir)).isEmpty();
  }

  @Test
  void measuresAllMixesOfClientAndDataNodes() throws Exception {
    List<Side> sides = List.of(Side.STOCK, Side.OURS, Side.STOCK_CLIENT, Side.STOCK_DATANODE);
    WritePath write = new WritePath();
    write.usual = new WriteSizes(16, 50, 10, 1);
    Report report =
        write.run(
            Plans.real(tmp, sides, 1, 5, "write-1", "hsync-1k", "pread-4k-tuned"),
            Progress.silent());
    for (String name : List.of("write-1", "hsync-1k", "pread-4k-tuned")) {
      assertThat(report.cases())
          .filteredOn(one -> one.name().equals(name))
          .extracting(BenchmarkCase::side)
          .containsExactlyInAnyOrderElementsOf(sides);
    }
    assertThat(report.cases())
        .allSatisfy(
            one -> {
              assertThat(one.metrics().get("mbPerSec")).isPositive();
              // in steps of 10 ms, of which a client may need less than one for so little
              assertThat(one.metrics().get("cpuSecPerGb")).isNotNegative();
              assertThat(one.metrics().get("datanodeIoCallsPerMb")).isPositive();
            });
    for (String metric : List.of("clientCpuSecPerGb", "datanodeCpuSecPerGb")) {
      assertThat(report.cases())
          .as(metric)
          .anySatisfy(one -> assertThat(one.metrics().get(metric)).isPositive());
    }
    assertThat(report.cases())
        .filteredOn(one -> one.name().equals("hsync-1k"))
        .allSatisfy(
            one ->
                assertThat(one.metrics().get("p99Us"))
                    .isGreaterThanOrEqualTo(one.metrics().get("p50Us")));
  }
}
