package org.tieredhdfs.hdfs.conf;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReferencePageTest {
  private static final SomeKeys ONE =
      new SomeKeys(
          "One",
          "dfs.one.",
          ConfigKey.integer("dfs.one.count", 4, 1, 9, "NameNode", "How many | of_them."),
          ConfigKey.requiredInteger("dfs.one.thing.<THING>.id", 1, 9, "DataNode", "For <THING>."));
  private static final SomeKeys TWO =
      new SomeKeys(
          "Two",
          "dfs.two.",
          ConfigKey.choice("dfs.two.mode", "a", List.of("a", "b"), "clients", "Which."));
  private static final SomeKeys ABOVE = new SomeKeys("Above", "dfs.above.");

  @TempDir Path folder;

  private static ReferencePage page(String... titles) {
    return new ReferencePage(List.of(ONE, TWO, ABOVE), List.of(titles), "make it");
  }

  @Test
  void everyKeyHasARowWithRangeDefaultAndMeaning() {
    assertThat(page().render().lines())
        .contains(
            "| `dfs.one.count` | a whole number from 1 to 9 | `4` | NameNode | How many \\| of\\_them."
                + " |",
            "| `dfs.one.thing.<THING>.id` | a whole number from 1 to 9 | to be set | DataNode | For"
                + " &lt;THING>. |",
            "| `dfs.two.mode` | one of a, b | `a` | clients | Which. |");
  }

  @Test
  void namedTitlesComeFirstAndTheOthersByTitle() {
    assertThat(page("Two", "Nowhere").render().lines().filter(line -> line.startsWith("## ")))
        .containsExactly("## Two", "## Above", "## One");
  }

  @Test
  void fileThatDiffersIsNotCurrentUntilItIsWritten() throws Exception {
    Path file = folder.resolve("configuration.md");
    assertThat(page().isCurrent(file)).isFalse();
    page().write(file);
    assertThat(page().isCurrent(file)).isTrue();
    assertThat(page("Two").isCurrent(file)).isFalse();
    Files.writeString(file, Files.readString(file) + "\nadded by hand\n");
    assertThat(page().isCurrent(file)).isFalse();
  }

  @Test
  void pageOfTheClassPathHoldsTheKeysOfThisModule() {
    String page = ReferencePage.ofClassPath(List.of(), "make it").render();
    assertThat(page)
        .contains("`make it`")
        .contains("`dfs.tiered.storage.types`", "`dfs.tiered.storage.type.<TYPE>.number`")
        .contains("`dfs.tiered.storage.policy.<POLICY>.copy-on-create`")
        .contains("`dfs.tiered.path.policies`");
  }
}
