package org.tieredhdfs.verify.power;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.localcluster.spec.ClassPaths;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.product.EmulationNeeds;
import org.tieredhdfs.report.Report;

/** A few power cuts on real daemons; needs root. */
@Tag("slow")
@Timeout(400)
class PowerVerificationTest {
  private static final Path HOME = Path.of("../..").toAbsolutePath().normalize();

  @TempDir Path tmp;

  @BeforeEach
  void requireWhatEmulationNeeds() {
    EmulationNeeds.assume();
  }

  private Report run(int cuts) throws Exception {
    return run(new PowerPlan(cuts, 11, 4, false, false, tmp.resolve("cuts.jsonl")));
  }

  private Report run(PowerPlan plan) throws Exception {
    return new PowerVerification(
            plan,
            tmp.resolve("c"),
            tmp.resolve("archives"),
            ClassPaths.built(HOME),
            Progress.silent())
        .run();
  }

  @Test
  void whatWasPromisedIsThereAfterEachCutAndARunGoesOnWhereItWas() throws Exception {
    Report report = run(2);
    assertThat(report.failures()).isEmpty();
    assertThat(report.cases().get(0).metrics())
        .containsEntry("cuts", 2.0)
        .containsEntry("filesLost", 0.0)
        .containsEntry("filesWrong", 0.0)
        .hasEntrySatisfying("files", files -> assertThat(files).isPositive());

    // As an interrupted run leaves it
    Files.writeString(tmp.resolve("cuts.jsonl"), "{\"number\":3,", StandardOpenOption.APPEND);
    assertThat(run(2).cases().get(0).metrics()).containsEntry("cuts", 2.0);
    assertThat(Files.readAllLines(tmp.resolve("cuts.jsonl"))).hasSize(2);
  }

  @Test
  void whatWasFlushedIsThereAfterProcessesEnd() throws Exception {
    Report report = run(new PowerPlan(2, 5, 4, false, true, tmp.resolve("kills.jsonl")));

    assertThat(report.failures()).isEmpty();
    assertThat(report.cases().get(0).metrics())
        .containsEntry("filesLost", 0.0)
        .hasEntrySatisfying("flushedBytes", bytes -> assertThat(bytes).isPositive());
  }
}
