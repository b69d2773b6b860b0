package org.tieredhdfs.upstream;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The output of a {@link ClassRunner} so far.
 *
 * @param origin where its probe class came from; empty before it started
 * @param ended whether it came to its end
 */
record ForkOutput(String origin, boolean ended, List<TestOutcome> outcomes) {
  ForkOutput {
    outcomes = List.copyOf(outcomes);
  }

  /** Reads the file; a missing one is that of a process which did not start. */
  static ForkOutput read(Path file) throws IOException {
    if (!Files.exists(file)) {
      return new ForkOutput("", false, List.of());
    }
    String text = Files.readString(file, StandardCharsets.UTF_8);
    // A killed process may leave half a line.
    String whole = text.substring(0, text.lastIndexOf('\n') + 1);
    String origin = "";
    boolean ended = false;
    List<TestOutcome> outcomes = new ArrayList<>();
    for (String line : whole.lines().toList()) {
      if (line.startsWith(ClassRunner.STARTED)) {
        origin = line.substring(ClassRunner.STARTED.length() + 1);
      } else if (line.equals(ClassRunner.ENDED)) {
        ended = true;
      } else {
        outcomes.add(TestOutcome.ofLine(line));
      }
    }
    return new ForkOutput(origin, ended, outcomes);
  }

  boolean started() {
    return !origin.isEmpty();
  }
}
