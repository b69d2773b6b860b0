package org.tieredhdfs.mover.namenode;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.Semaphore;
import java.util.function.LongSupplier;
import org.apache.hadoop.util.functional.CallableRaisingIOE;
import org.jspecify.annotations.Nullable;

/**
 * Bounds how many calls of the mover a NameNode has at a time: half as many when one took too long,
 * one more after a round of quicker ones.
 *
 * <p>The idea, additive increase and multiplicative decrease, is that of Chiu and Jain, "Analysis
 * of the Increase and Decrease Algorithms for Congestion Avoidance in Computer Networks", 1989.
 * Thread-safe; calls get their turn in the order in which they came, and none may make another.
 */
final class NamenodeCalls {
  /** One that hangs until its connection is given up holds up no other. */
  private static final int FEWEST = 2;

  private static final class Room extends Semaphore {
    private static final long serialVersionUID = 1;

    Room(int most) {
      super(most, true);
    }

    void shrink(int by) {
      reducePermits(by);
    }
  }

  private final long slowNs;
  private final LongSupplier nanoClock;
  private final int most;
  private final Room room;

  // guarded by this
  private int atOnce;
  private int quick;
  private long fewerSinceNs;

  /**
   * @param most how many there may be at a time
   * @param slowNs what takes longer, in nanoseconds, is a sign that the NameNode has too much to do
   * @param nanoClock as {@link System#nanoTime}
   */
  NamenodeCalls(int most, long slowNs, LongSupplier nanoClock) {
    this.most = most;
    this.room = new Room(most);
    this.atOnce = most;
    this.slowNs = slowNs;
    this.nanoClock = nanoClock;
    this.fewerSinceNs = nanoClock.getAsLong();
  }

  /** Makes a call as soon as there is room for it. */
  <T> @Nullable T make(CallableRaisingIOE<@Nullable T> call) throws IOException {
    return make(true, call);
  }

  /**
   * Makes a call as soon as there is room for it.
   *
   * @param isShort whether it is one by which the NameNode can be judged: a listing, or a change of
   *     the namespace, may take long by itself
   */
  <T> @Nullable T make(boolean isShort, CallableRaisingIOE<@Nullable T> call) throws IOException {
    try {
      room.acquire();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException) new InterruptedIOException("interrupted before a call").initCause(e);
    }
    long startNs = nanoClock.getAsLong();
    try {
      return call.apply();
    } finally {
      if (isShort) {
        ended(startNs, nanoClock.getAsLong());
      }
      room.release();
    }
  }

  private synchronized void ended(long startNs, long endNs) {
    if (endNs - startNs <= slowNs) {
      quick++;
      if (quick >= atOnce && atOnce < most) {
        quick = 0;
        atOnce++;
        room.release();
      }
      return;
    }
    // those that were under way together tell of one and the same time
    if (startNs - fewerSinceNs >= 0) {
      int fewer = Math.max(FEWEST, atOnce / 2);
      room.shrink(atOnce - fewer);
      atOnce = fewer;
      fewerSinceNs = endNs;
    }
  }

  /** How many calls there may be at a time. */
  synchronized int atOnce() {
    return atOnce;
  }
}
