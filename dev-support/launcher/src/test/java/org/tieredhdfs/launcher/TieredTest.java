package org.tieredhdfs.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class TieredTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void describesEveryCommandOnRequest() {
    List<CommandLine> commands = new ArrayList<>();
    collect(Tiered.commandLine(), commands);
    assertThat(commands).hasSizeGreaterThan(8);
    for (CommandLine command : commands) {
      List<String> words = new ArrayList<>(names(command));
      words.add("--help");
      assertThat(execute(words)).isZero();
      assertThat(command.getCommandSpec().usageMessage().description())
          .as(command.getCommandName())
          .isNotEmpty();
    }
    assertThat(out.toString()).contains("tiered up", "tiered media hang", "--keep-data");
  }

  @Test
  void leavesEverythingBehindAToolsNameToTheTool() {
    List<String> arguments =
        List.of(
            "-D", "a=b", "-ls", "--dir", "/x", "--", "-h", "--help", "@file", "", "a b", "-Dx=y");
    List<String> words = new ArrayList<>(List.of("hdfs", "--dir", "/tmp/c", "dfs"));
    words.addAll(arguments);
    CommandLine.ParseResult result =
        Tiered.commandLine().parseArgs(words.toArray(new String[0])).subcommand();
    List<String> passed = result.matchedPositional(0).getValue();
    assertThat(passed.get(0)).isEqualTo("dfs");
    assertThat(passed.subList(1, passed.size())).isEqualTo(arguments);
  }

  @Test
  void refusesUnknownToolsCommandsAndOptionsShortly() {
    assertThat(execute(List.of("up", "--nonsense"))).isEqualTo(Tiered.WRONG_USAGE);
    assertThat(execute(List.of("nonsense"))).isEqualTo(Tiered.WRONG_USAGE);
    assertThat(execute(List.of())).isEqualTo(Tiered.WRONG_USAGE);
    assertThat(err.toString())
        .contains("--nonsense", "see 'tiered up --help'", "a command is missing");
    assertThat(err.toString().lines()).hasSizeLessThan(6);
  }

  @Test
  void failsWithASentenceWhereThereIsNoCluster() {
    String dir = "/tmp/there/is/no/cluster/here";
    for (String command : List.of("status", "media list", "hdfs dfs", "hbase hbck")) {
      List<String> words = new ArrayList<>(List.of(command.split(" ", -1)));
      words.add(
          words.size() == 1 || command.startsWith("media") ? words.size() : 1, "--dir=" + dir);
      assertThat(execute(words)).as(command).isEqualTo(Tiered.FAILED);
    }
    assertThat(err.toString().lines())
        .hasSize(4)
        .allMatch(line -> line.endsWith("there is no cluster in " + dir));
  }

  private int execute(List<String> words) {
    return Tiered.commandLine()
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(words.toArray(new String[0]));
  }

  private static void collect(CommandLine command, List<CommandLine> found) {
    found.add(command);
    command.getSubcommands().values().forEach(sub -> collect(sub, found));
  }

  private static List<String> names(CommandLine command) {
    List<String> names = new ArrayList<>();
    for (CommandLine at = command; at.getParent() != null; at = at.getParent()) {
      names.add(0, at.getCommandName());
    }
    return names;
  }
}
