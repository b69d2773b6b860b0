package org.tieredhdfs.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.hdfs.conf.ReferencePage;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.weave.patches.Patch;
import org.tieredhdfs.hdfs.weave.patches.Patches;
import picocli.CommandLine;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * Compares what the manual lists with the code, here in the last module, which has all others on
 * its class path; or writes it, when asked to.
 */
class ReferenceTest {
  static final String COMMAND = "dev-support/write-reference";

  private static final boolean WRITES = Boolean.getBoolean("tiered.reference.write");
  private static final List<String> TITLES = List.of("HDFS: storage types and policies");

  // Maven runs the tests of a module in its folder
  private static final Path ROOT = Path.of("..", "..");

  @Test
  void configurationReferenceNamesTheKeysOfAllModules() throws IOException {
    Path file = ROOT.resolve("docs/configuration.md");
    ReferencePage page = ReferencePage.ofClassPath(TITLES, COMMAND);
    if (WRITES) {
      page.write(file);
    }
    assertCurrent(page.isCurrent(file), "docs/configuration.md");
  }

  @Test
  void patchPointsAreThoseOfTheWeaver() throws IOException {
    Path list =
        ROOT.resolve(
            "hadoop-hdfs-tiered/core/src/main/resources/org/tieredhdfs/hdfs/start/patch-points.txt");
    StringBuilder text = new StringBuilder();
    text.append("# The patch points, by " + COMMAND + ": name, class, member, purpose, reason.\n");
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("patch point", "class and member", "it", "why there is no other way"));
    for (Patch patch : Patches.all()) {
      PatchPoint point = patch.point();
      text.append("\n").append(point.name()).append("\n").append(point.className());
      text.append("\n").append(point.member()).append("\n").append(point.purpose());
      text.append("\n").append(point.reason()).append("\n");
      String simpleName = point.className().substring(point.className().lastIndexOf('.') + 1);
      rows.add(
          List.of(
              point.name(),
              "`" + simpleName + ": " + point.member() + "`",
              point.purpose(),
              point.reason()));
    }
    assertTable("docs/patch-points.md", "patch points", rows);
    if (WRITES) {
      Files.writeString(list, text);
    }
    assertCurrent(Files.readString(list).contentEquals(text), "the list of patch points in core");
  }

  @Test
  void modulesAreThoseOfThePoms() throws IOException {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("module", "what it holds", "where it runs"));
    for (ModulePom module : ModulePom.below(ROOT)) {
      rows.add(List.of("`" + module.folder() + "`", module.holds(), module.runsOn()));
    }
    assertTable("docs/architecture.md", "modules", rows);
  }

  @Test
  void commandsAreThoseOfTheLauncher() throws IOException {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("command", "what it does"));
    addCommands(Tiered.commandLine(), "dev-support/tiered", rows);
    assertTable("dev-support/launcher/README.md", "commands", rows);
  }

  private static void addCommands(CommandLine line, String name, List<List<String>> rows) {
    line.getSubcommands()
        .forEach(
            (word, command) -> {
              String full = name + " " + word;
              if (command.getSubcommands().isEmpty()) {
                rows.add(List.of("`" + full + "`", firstParagraph(command)));
              } else {
                addCommands(command, full, rows);
              }
            });
  }

  private static String firstParagraph(CommandLine command) {
    UsageMessageSpec usage = command.getCommandSpec().usageMessage();
    assertThat(usage.description()).as(command.getCommandName()).isNotEmpty();
    // picocli formats it, so that a percent sign is written twice
    return usage.description()[0].replace("%%", "%").replace("*", "\\*").replace("<", "&lt;");
  }

  private static void assertTable(String page, String name, List<List<String>> rows)
      throws IOException {
    GeneratedTable table = new GeneratedTable(ROOT.resolve(page), name, rows);
    if (WRITES) {
      table.write();
    }
    assertCurrent(table.isCurrent(), "the table of " + name + " in " + page);
  }

  private static void assertCurrent(boolean isCurrent, String what) {
    assertThat(isCurrent)
        .withFailMessage(what + " is out of date; write it anew with " + COMMAND)
        .isTrue();
  }
}
