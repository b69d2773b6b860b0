package org.tieredhdfs.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.localcluster.spec.ClusterException;

class RollbackRunbookTest {
  // Maven runs the tests of a module in its folder
  private static final Path PAGE = Path.of("..", "..", "docs", "rollback.md");

  @TempDir Path directory;
  private String page = "";

  @BeforeEach
  void readPage() throws Exception {
    page = Files.readString(PAGE);
  }

  @Test
  void theImageIsBackedUpBeforeAnythingIsChanged() throws Exception {
    assertThat(RollbackRunbook.read(PAGE).headings())
        .startsWith("2. See what is in use", "3. Back up the namespace")
        .hasSize(7);
  }

  @Test
  void everyCommandButTheSettingsIsThatOfThePage() throws Exception {
    String script = RollbackRunbook.read(PAGE).script("settings=mine\n");
    assertThat(script).startsWith("settings=mine\n").doesNotContain("ssh ");
    for (String line : script.lines().toList()) {
      if (!line.equals("settings=mine") && !line.startsWith("echo '== ")) {
        assertThat(page).contains("\n" + line + "\n");
      }
    }
    assertThat(script).contains("-shutdownDatanode").contains("bin/uninstall");
  }

  @Test
  void theScriptParses() throws Exception {
    Path script = directory.resolve("rollback.sh");
    Files.writeString(script, RollbackRunbook.read(PAGE).script("set -e\n"));
    assertThat(new ProcessBuilder("bash", "-n", script.toString()).inheritIO().start().waitFor())
        .isZero();
  }

  @Test
  void aPageWithoutSettingsIsRefused() throws Exception {
    Path other = directory.resolve("other.md");
    Files.writeString(other, page.replace("## 1. ", "## 0. "));
    assertThatThrownBy(() -> RollbackRunbook.read(other))
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining("does not begin with a block that says what the cluster is");
  }

  @Test
  void aBlockWithoutAnEndIsRefused() throws Exception {
    Path other = directory.resolve("other.md");
    Files.writeString(other, page + "\n```bash\nhdfs version\n");
    assertThatThrownBy(() -> RollbackRunbook.read(other)).hasMessageContaining("has no end");
  }
}
