package org.tieredhdfs.verify.power;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.product.EmulationNeeds;
import org.tieredhdfs.report.Report;
import picocli.CommandLine;

/** A few power cuts on real daemons; needs root. */
@Tag("slow")
@Timeout(400)
class PowerVerificationTest {
  private static final Path HOME = Path.of("../..").toAbsolutePath().normalize();

  @TempDir Path tmp;

  @BeforeEach
  void requireWhatEmulationNeeds() {
    System.setProperty("tieredhdfs.home", HOME.toString());
    EmulationNeeds.assume();
  }

  private Report run(String... options) throws Exception {
    List<String> all = new ArrayList<>(List.of(options));
    all.addAll(List.of("--writers=4", "--dir=" + tmp.resolve("c"), "--out=" + tmp));
    return CommandLine.populateCommand(new VerifyPowerCommand(), all.toArray(String[]::new)).run();
  }

  @Test
  void whatWasPromisedIsThereAfterEachCutAndARunGoesOnWhereItWas() throws Exception {
    Report report = run("--cuts=2", "--seed=11");
    assertThat(report.failures()).isEmpty();
    assertThat(report.cases().get(0).metrics())
        .containsEntry("cuts", 2.0)
        .containsEntry("filesLost", 0.0)
        .containsEntry("filesWrong", 0.0)
        .hasEntrySatisfying("files", files -> assertThat(files).isPositive());

    // As an interrupted run leaves it
    Files.writeString(tmp.resolve("cuts.jsonl"), "{\"number\":3,", StandardOpenOption.APPEND);
    assertThat(run("--cuts=2", "--seed=11").cases().get(0).metrics()).containsEntry("cuts", 2.0);
    assertThat(Files.readAllLines(tmp.resolve("cuts.jsonl"))).hasSize(2);
  }

  @Test
  void whatWasFlushedIsThereAfterProcessesEnd() throws Exception {
    Report report = run("--cuts=2", "--seed=5", "--kill-only");

    assertThat(report.failures()).isEmpty();
    assertThat(report.cases().get(0).metrics())
        .containsEntry("filesLost", 0.0)
        .hasEntrySatisfying("flushedBytes", bytes -> assertThat(bytes).isPositive());
  }
}
