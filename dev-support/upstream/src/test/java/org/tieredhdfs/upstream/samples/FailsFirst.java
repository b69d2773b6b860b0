package org.tieredhdfs.upstream.samples;

import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * A class whose test fails in the first process that runs it, and leaves a mark beside its
 * directory.
 */
class FailsFirst {
  @Test
  void failsFirst() throws IOException {
    Path mark = Path.of("..", "has-run");
    boolean first = !Files.exists(mark);
    Files.writeString(mark, "");
    assertFalse(first, "first run");
  }
}
