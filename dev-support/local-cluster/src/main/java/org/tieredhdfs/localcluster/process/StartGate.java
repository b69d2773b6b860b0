package org.tieredhdfs.localcluster.process;

import java.io.IOException;
import org.tieredhdfs.localcluster.spec.ClusterException;

/**
 * The gate for start steps that create something to clean up: once it is closed, no step runs or
 * begins, so that the cleanup is complete.
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
