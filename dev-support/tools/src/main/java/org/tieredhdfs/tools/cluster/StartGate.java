package org.tieredhdfs.tools.cluster;

import java.io.IOException;

/**
 * The gate through which every step of a start goes that leaves something behind: once it is shut,
 * no step is going on and none begins, so that what is cleaned up then stays clean.
 *
 * <p>Thread-safe. The lock is held during a step; whoever shuts the gate waits for that one step.
 */
final class StartGate {
  private boolean isShut;

  /** A step without a result. */
  interface Step {
    void run() throws IOException;
  }

  /** Does one step. */
  synchronized void pass(Step step) throws IOException, ClusterException {
    if (isShut) {
      throw new ClusterException("the start was interrupted");
    }
    step.run();
  }

  synchronized void shut() {
    isShut = true;
  }
}
