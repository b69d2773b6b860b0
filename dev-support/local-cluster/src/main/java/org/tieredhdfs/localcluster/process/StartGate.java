package org.tieredhdfs.localcluster.process;

import java.io.IOException;
import org.tieredhdfs.localcluster.spec.ClusterException;

/**
 * The gate through which every step of a start goes that leaves something behind: once it is shut,
 * no step is going on and none begins, so that what is cleaned up then stays clean.
 *
 * <p>Thread-safe. The lock is held during a step; whoever shuts the gate waits for that one step.
 */
public final class StartGate {
  private boolean isShut;

  /** A step without a result. */
  public interface Step {
    void run() throws IOException;
  }

  /** Does one step. */
  public synchronized void pass(Step step) throws IOException, ClusterException {
    if (isShut) {
      throw new ClusterException("the start was interrupted");
    }
    step.run();
  }

  public synchronized void shut() {
    isShut = true;
  }
}
