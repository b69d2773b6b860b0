package org.tieredhdfs.upstream.samples;

import org.junit.jupiter.api.Test;

/** A class whose test takes the process with it. */
class Dies {
  @Test
  void dies() {
    Runtime.getRuntime().halt(7);
  }
}
