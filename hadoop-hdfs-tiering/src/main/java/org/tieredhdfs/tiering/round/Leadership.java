package org.tieredhdfs.tiering.round;

import java.io.IOException;

/** Whether this process is the one that applies the rules of a cluster. */
@FunctionalInterface
public interface Leadership {
  /**
   * Asks who decides that.
   *
   * @throws IOException if it is not, or that cannot be learned
   */
  void require() throws IOException;
}
