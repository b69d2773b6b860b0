package org.tieredhdfs.verify.parity;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeoutException;
import org.tieredhdfs.verify.parity.PlayResult.Done;

/**
 * A client that performs its script, and notes what came of each operation. An operation on what
 * was lost to an earlier failure counts as failed.
 *
 * @param <S> what it can do
 */
public abstract class ScriptClient<S extends ScriptStep> implements Runnable {
  private final int number;
  private final List<S> script;
  private final PlayThreads threads;
  private final ConcurrentLinkedQueue<Done> done = new ConcurrentLinkedQueue<>();

  protected ScriptClient(int number, List<S> script, PlayThreads threads) {
    this.number = number;
    this.script = script;
    this.threads = threads;
  }

  protected final int number() {
    return number;
  }

  final List<Done> done() {
    return List.copyOf(done);
  }

  /**
   * Performs an operation.
   *
   * @return the length of a file behind it, if it is known; else -1
   */
  protected abstract long perform(S operation)
      throws IOException, TimeoutException, InterruptedException;

  /** Lets go of what an operation that failed had open. */
  protected void drop() {}

  /** Comes after the last operation. */
  protected void end() {}

  @Override
  public void run() {
    boolean isLost = false;
    try {
      for (int i = 0; i < script.size(); i++) {
        S operation = script.get(i);
        String failure =
            isLost && !operation.beginsAnew() ? "its file was lost to an earlier failure" : "";
        boolean isInFault = threads.hasFault();
        long startNs = System.nanoTime();
        long length = -1;
        try {
          if (failure.isEmpty()) {
            length = perform(operation);
            isLost = isLost && operation.isRest();
          }
        } catch (IOException | TimeoutException | RuntimeException e) {
          failure = firstLine(e);
          isLost = true;
          drop();
        }
        long ms = operation.isRest() ? 0 : (System.nanoTime() - startNs) / 1_000_000;
        done.add(new Done(number + "." + i + " " + operation, isInFault, ms, length, failure));
        threads.after(this, i);
      }
      end();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Of RPCs, the rest is where on the server it was thrown. */
  private static String firstLine(Exception e) {
    return e.toString().lines().findFirst().orElse("");
  }
}
