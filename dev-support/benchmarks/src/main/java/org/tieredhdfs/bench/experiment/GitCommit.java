package org.tieredhdfs.bench.experiment;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** The commit of the measured code. */
public final class GitCommit {
  private static final String UNKNOWN = "unknown";

  private GitCommit() {}

  /** The commit that is checked out, marked if files differ from it; unknown without git. */
  public static String of(Path home) {
    try {
      Process git =
          new ProcessBuilder(
                  "git", "-C", home.toString(), "describe", "--always", "--dirty", "--abbrev=12")
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      String said = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      return git.waitFor() == 0 && !said.isEmpty() ? said : UNKNOWN;
    } catch (IOException e) {
      return UNKNOWN;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return UNKNOWN;
    }
  }
}
