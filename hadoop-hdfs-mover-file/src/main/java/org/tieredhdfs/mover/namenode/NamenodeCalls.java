package org.tieredhdfs.mover.namenode;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.Semaphore;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Bounds how many calls of the mover a NameNode has at a time: half as many when one took too long,
 * one more after a round of quicker ones.
 *
 * <p>The idea, additive increase and multiplicative decrease, is that of Chiu and Jain, "Analysis
 * of the Increase and Decrease Algorithms for Congestion Avoidance in Computer Networks", 1989.
 * Thread-safe; calls get their turn in the order in which they came, and none may make another.
 */
public final class NamenodeCalls {
  private static final int MOST = 64;

  /** One that hangs until its connection is given up holds up no other. */
  private static final int FEWEST = 2;

  /** A call of the NameNode. */
  interface Call<T> {
    @Nullable T run() throws IOException;
  }

  private static final class Room extends Semaphore {
    private static final long serialVersionUID = 1;

    Room() {
      super(MOST, true);
    }

    void shrink(int by) {
      reducePermits(by);
    }
  }

  private final long slowNs;
  private final LongSupplier nanoClock;
  private final Room room = new Room();

  // guarded by this
  private int atOnce = MOST;
  private int quickInARow;
  private long fewerSinceNs;

  /**
   * @param slowNs what takes longer, in nanoseconds, is a sign that the NameNode has too much to do
   * @param nanoClock as {@link System#nanoTime}
   */
  NamenodeCalls(long slowNs, LongSupplier nanoClock) {
    this.slowNs = slowNs;
    this.nanoClock = nanoClock;
    this.fewerSinceNs = nanoClock.getAsLong();
  }

  /** Makes a call as soon as there is room for it. */
  <T> @Nullable T make(Call<T> call) throws IOException {
    try {
      room.acquire();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException) new InterruptedIOException("interrupted before a call").initCause(e);
    }
    long startNs = nanoClock.getAsLong();
    try {
      return call.run();
    } finally {
      ended(startNs, nanoClock.getAsLong());
      room.release();
    }
  }

  private synchronized void ended(long startNs, long endNs) {
    if (endNs - startNs <= slowNs) {
      quickInARow++;
      if (quickInARow >= atOnce && atOnce < MOST) {
        quickInARow = 0;
        atOnce++;
        room.release();
      }
      return;
    }
    quickInARow = 0;
    // those that were under way together tell of one and the same time
    if (startNs - fewerSinceNs >= 0) {
      int fewer = Math.max(FEWEST, atOnce / 2);
      room.shrink(atOnce - fewer);
      atOnce = fewer;
      fewerSinceNs = endNs;
    }
  }

  /** How many calls there may be at a time. */
  public synchronized int atOnce() {
    return atOnce;
  }
}
