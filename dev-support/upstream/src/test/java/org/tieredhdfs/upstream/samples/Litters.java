package org.tieredhdfs.upstream.samples;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import org.junit.jupiter.api.Test;

/** A class that leaves a directory nobody may look into, and a thread that never ends. */
class Litters {
  @Test
  void litters() {
    File directory = new File("closed");
    assertTrue(new File(directory, "below").mkdirs());
    assertTrue(directory.setExecutable(false) && directory.setReadable(false));
    new Thread(Litters::stay).start();
  }

  private static void stay() {
    while (true) {
      Thread.onSpinWait();
    }
  }
}
