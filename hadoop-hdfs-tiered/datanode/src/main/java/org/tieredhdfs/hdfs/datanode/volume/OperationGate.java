package org.tieredhdfs.hdfs.datanode.volume;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A gate for every operation of the dataset; it is closed for a block pool while the pool is added,
 * shut down or deleted.
 *
 * <p>Closing never makes an operation wait: later ones are refused, and only the closer waits for
 * running ones. Operations of other pools pass all the time.
 *
 * <p>Thread-safe. An operation registers before it checks whether the gate is closed, and the
 * closer reads the registered ones after closing, so none is missed.
 */
public final class OperationGate {
  private static final long POLL_MS = 5;

  private final Set<InFlight> running = ConcurrentHashMap.newKeySet();
  private final Set<String> closedPools = ConcurrentHashMap.newKeySet();

  /** Lets an operation in, or closes it and refuses. */
  void enter(InFlight operation, boolean refusable) throws IOException {
    running.add(operation);
    if (refusable && closedPools.contains(operation.blockPoolId)) {
      operation.close();
      throw new IOException(
          String.format(
              "%s refused: block pool %s is being added, shut down or deleted",
              operation.name(), operation.blockPoolId));
    }
  }

  void leave(InFlight operation) {
    running.remove(operation);
  }

  public void closePool(String blockPoolId) {
    closedPools.add(blockPoolId);
  }

  public void openPool(String blockPoolId) {
    closedPools.remove(blockPoolId);
  }

  /**
   * Waits for the operations on a pool that are running now.
   *
   * @return those that were still running when the time was up
   */
  public List<InFlight> drainPool(String blockPoolId, long timeoutMs) throws InterruptedException {
    long endNanos = System.nanoTime() + timeoutMs * 1_000_000;
    List<InFlight> left = new ArrayList<>(running);
    left.removeIf(operation -> operation.thread() == Thread.currentThread());
    while (true) {
      left.removeIf(operation -> operation.isDone() || !operation.blockPoolId.equals(blockPoolId));
      if (left.isEmpty() || System.nanoTime() - endNanos >= 0) {
        return left;
      }
      Thread.sleep(POLL_MS);
    }
  }

  /** How many operations are running. */
  public int running() {
    return running.size();
  }
}
