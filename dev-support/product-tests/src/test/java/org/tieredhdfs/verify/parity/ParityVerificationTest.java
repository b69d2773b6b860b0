package org.tieredhdfs.verify.parity;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.localcluster.spec.ClassPaths;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.product.EmulationNeeds;
import org.tieredhdfs.verify.fixture.ResultLines;
import picocli.CommandLine;

/** One scenario on real daemons of both sides; needs root. */
@Tag("slow")
@Timeout(400)
class ParityVerificationTest {
  private static final Path HOME = Path.of("../..").toAbsolutePath().normalize();
  private static final long MB = 1 << 20;

  @TempDir Path tmp;

  @BeforeEach
  void requireWhatEmulationNeeds() {
    System.setProperty("tieredhdfs.home", HOME.toString());
    EmulationNeeds.assume();
  }

  @Test
  void oneDamagedReplicaOfThreeCostsNothingAndARowIsMadeOnce() throws Exception {
    ParityPlan plan =
        CommandLine.populateCommand(
            new ParityPlan(), "--seeds=1", "--scenario=LOSS", "--out=" + tmp);
    ParityVerification verification =
        new ParityVerification(
            plan,
            new HdfsStage(plan, tmp.resolve("c"), ClassPaths.built(HOME), Progress.silent()),
            Progress.silent());

    assertThat(verification.run()).isZero();
    assertThat(verification.run()).isZero();

    List<ParityRow> rows =
        ResultLines.open(plan.rows(), ParityRow.class, ParityRow::subject, "loss").all();
    assertThat(rows).hasSize(1);
    assertThat(rows.get(0).plays())
        .hasSizeGreaterThanOrEqualTo(2)
        .allSatisfy(
            play -> {
              assertThat(play.keptBytes()).isEqualTo(MB);
              assertThat(play.failed()).isZero();
              assertThat(play.faults().get(0)).contains("rbw").doesNotContain("did not apply");
            });
  }
}
