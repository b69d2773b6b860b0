package org.tieredhdfs.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.hdfs.conf.ReferencePage;

/**
 * Compares the configuration reference in the manual with the keys of all modules, here in the last
 * one, which has them all on its class path; or writes it, when asked to.
 */
class ConfigurationReferenceTest {
  private static final String COMMAND = "dev-support/write-configuration-reference";
  private static final String WRITE = "tiered.reference.write";
  private static final List<String> TITLES = List.of("HDFS: storage types and policies");

  @Test
  void manualSaysWhatTheCodeSays() throws Exception {
    // Maven runs the tests of a module in its folder
    Path file = Path.of("..", "..", "docs", "configuration.md");
    ReferencePage page = ReferencePage.ofClassPath(TITLES, COMMAND);
    if (Boolean.getBoolean(WRITE)) {
      page.write(file);
    }
    assertThat(page.isCurrent(file))
        .withFailMessage("docs/configuration.md is out of date; write it anew with " + COMMAND)
        .isTrue();
  }
}
