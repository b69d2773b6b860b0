package org.tieredhdfs.mover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The systemd unit in the archive against the command that it starts. */
class SystemdUnitTest {
  private static final Path DISTRIBUTION = Path.of("..", "distribution", "src", "main");

  private static String shellCode(Exit exit) {
    return Integer.toString(exit.code() & 0xff);
  }

  private static Map<String, String> settings() throws Exception {
    Map<String, String> settings = new HashMap<>();
    for (String line : Files.readAllLines(DISTRIBUTION.resolve("systemd/filemover.service"))) {
      int equals = line.indexOf('=');
      if (!line.startsWith("#") && equals > 0) {
        settings.merge(
            line.substring(0, equals), line.substring(equals + 1), (one, two) -> one + ' ' + two);
      }
    }
    return settings;
  }

  @Test
  void itStartsTheServiceAgainUnlessThatIsOfNoUse() throws Exception {
    assertThat(settings())
        .containsEntry("ExecStart", "/opt/hadoop/bin/hdfs filemover serve")
        .containsEntry("Restart", "always")
        .containsEntry("RestartPreventExitStatus", shellCode(Exit.WRONG_USAGE))
        .containsEntry("SuccessExitStatus", shellCode(Exit.INTERRUPTED));
  }

  @Test
  void itIsPacked() throws Exception {
    String packed =
        Files.readString(DISTRIBUTION.resolve("assembly/tree.xml"), StandardCharsets.UTF_8);
    assertThat(packed).contains("<directory>src/main/systemd</directory>");
  }
}
