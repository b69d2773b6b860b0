package org.tieredhdfs.hdfs.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.hdfs.command.CommandExit;

class TieredCommandTest {
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

  private int run(String... args) throws Exception {
    PrintStream stream = new PrintStream(printed, true, StandardCharsets.UTF_8);
    return TieredCommand.run(new Configuration(false), args, stream, stream);
  }

  private String printed() {
    return printed.toString(StandardCharsets.UTF_8);
  }

  @Test
  void everyCommandOfTheHelpHasHelpOfItsOwn() throws Exception {
    assertThat(run("--help")).isZero();
    List<String> commands =
        printed()
            .lines()
            .filter(line -> line.matches("  [a-z].*"))
            .map(line -> line.strip().split(" ", 2)[0])
            .toList();
    assertThat(commands).contains("lost-files", "patch-points", "path-policies", "volumes");

    for (String command : commands) {
      printed.reset();
      assertThat(run(command, "--help")).as(command).isZero();
      assertThat(printed()).containsIgnoringCase("usage: " + command);
    }
  }

  @Test
  void anUnknownCommandIsRefused() throws Exception {
    assertThat(run("lost")).isEqualTo(CommandExit.USAGE);
    assertThat(printed()).contains("'lost' is not a command");
  }

  @Test
  void nothingAtAllIsRefusedWithTheHelp() throws Exception {
    assertThat(run()).isEqualTo(CommandExit.USAGE);
    assertThat(printed()).contains("hdfs tiered COMMAND");
  }

  @Test
  void unknownOptionsAreNamed() throws Exception {
    assertThat(run("lost-files", "--all")).isEqualTo(CommandExit.USAGE);
    assertThat(printed()).contains("unknown option '--all'");
  }

  @Test
  void whatIsNotHdfsIsRefused() throws Exception {
    assertThat(run("lost-files", "file:///tmp")).isEqualTo(CommandExit.UNREACHABLE);
    assertThat(printed()).contains("is not HDFS");
  }
}
