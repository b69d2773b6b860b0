package org.tieredhdfs.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.localcluster.spec.ClassPaths;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.localcluster.spec.Role;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Report;
import picocli.CommandLine;

/**
 * The short form of the verification, on real daemons; {@code dev-support/stress-hbase.sh} is the
 * long one.
 */
@Tag("slow")
@Timeout(900)
class HBaseVerificationTest {
  private static final Path HOME = Path.of("../..").toAbsolutePath().normalize();

  @Test
  void losesNoRowWhileServersAndNodesAreKilledAndFilesAreMoved(@TempDir Path directory)
      throws Exception {
    VerifyHbaseCommand plan =
        CommandLine.populateCommand(
            new VerifyHbaseCommand(),
            "--minutes=1",
            "--writers=3",
            "--rows-per-second=600",
            "--kill-pause=3",
            // it would be back a minute later only
            "--mover-kill-pause=0",
            "--max-down=3",
            "--seed=20261121");
    ClusterSpec.Builder spec =
        ClusterSpec.builder(directory.resolve("c"), ClassPaths.built(HOME))
            .regionServers(2)
            .heapMb(Role.REGIONSERVER, 384);
    VerifySettings.of(false).forEach(spec::setting);
    // so little is written that no file would count as large
    spec.setting("hbase.tiered.compaction.small.max.size", "200k");
    List<String> lines = Collections.synchronizedList(new ArrayList<>());

    Report report = new HBaseVerification(plan, heard(lines)).run(spec.build());

    assertThat(report.failures()).as("%s", lines).isEmpty();
    assertThat(report.cases()).hasSize(1);
    BenchmarkCase last = report.cases().get(0);
    Map<String, Double> metrics = last.metrics();
    for (String metric :
        List.of("rowsAcknowledged", "regionServerKills", "dataNodeKills", "policyChanges")) {
      assertThat(metrics.get(metric)).as(metric).isPositive();
    }
    assertThat(metrics.get("rowsFound")).isGreaterThanOrEqualTo(metrics.get("rowsAcknowledged"));
    assertThat(metrics).containsEntry("rowsLost", 0.0).containsEntry("rowsDamaged", 0.0);
    assertThat(lines).anyMatch(line -> line.endsWith("deleted on purpose is found missing"));
  }

  private static Progress heard(List<String> lines) {
    return new Progress() {
      @Override
      public void done(String what) {
        lines.add(what);
        System.out.println(what);
      }

      @Override
      public void waitingFor(List<String> names) {}
    };
  }
}
