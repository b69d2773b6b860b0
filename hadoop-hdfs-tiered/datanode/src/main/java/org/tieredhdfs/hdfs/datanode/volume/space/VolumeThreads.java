package org.tieredhdfs.hdfs.datanode.volume.space;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads that ask volumes for what only their file systems know: one for all of them, and one
 * more for each kind of work that a volume keeps waiting.
 *
 * <p>So there are never more threads than {@linkplain Turn turns} and one, and none while nobody
 * wants to know anything. The lock is held for a look at a queue. Thread-safe.
 */
public final class VolumeThreads implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(VolumeThreads.class);
  private static final long IDLE_MS = 30_000;

  /** What is done for one volume: one thing at a time. */
  public static final class Turn {
    private final String name;
    private final Runnable work;
    private boolean isDue;
    private boolean isRunning;

    public Turn(String name, Runnable work) {
      this.name = name;
      this.work = work;
    }
  }

  private final long lateNanos;
  private final Deque<Turn> due = new ArrayDeque<>();
  private @Nullable Worker current;
  private int started;
  private boolean isClosed;

  /**
   * @param lateMs after how long in a turn the others have a thread of their own
   */
  public VolumeThreads(long lateMs) {
    lateNanos = TimeUnit.MILLISECONDS.toNanos(lateMs);
  }

  /** A thread; takes turns until another one has taken its place. */
  private final class Worker extends Thread {
    /** When its turn began; 0 while it waits for one. */
    private long sinceNanos;

    Worker() {
      super("looks after volumes");
      setDaemon(true);
    }

    @Override
    public void run() {
      for (Turn turn = next(this); turn != null; turn = next(this)) {
        try {
          setName("looks after volume " + turn.name);
          turn.work.run();
        } catch (RuntimeException | Error e) {
          LOG.error("Looking after volume {} continues after an error", turn.name, e);
        } finally {
          ended(this, turn);
        }
      }
    }
  }

  /**
   * Has a volume looked after, soon.
   *
   * @param isUrgent whether it must not wait for a thread that is busy
   */
  public synchronized void ask(Turn turn, boolean isUrgent) {
    if (isClosed) {
      return;
    }
    boolean wasDue = turn.isDue;
    turn.isDue = true;
    if (turn.isRunning) {
      // Again when it has ended: it may have begun before what is asked for now
      return;
    }
    if (!wasDue) {
      due.addLast(turn);
    }
    Worker serving = current;
    if (serving == null || isBusy(serving, isUrgent)) {
      start();
    } else {
      notifyAll();
    }
  }

  private boolean isBusy(Worker worker, boolean isUrgent) {
    long sinceNanos = worker.sinceNanos;
    return sinceNanos != 0 && (isUrgent || System.nanoTime() - sinceNanos > lateNanos);
  }

  private void start() {
    Worker worker = new Worker();
    current = worker;
    try {
      worker.start();
      started++;
    } catch (OutOfMemoryError e) {
      // There are no more threads; the next one who asks tries again
      current = null;
      LOG.error("No thread can be started to look after volumes", e);
    }
  }

  private synchronized @Nullable Turn next(Worker worker) {
    worker.sinceNanos = 0;
    long endNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(IDLE_MS);
    try {
      while (due.isEmpty() && current == worker && !isClosed && endNanos - System.nanoTime() > 0) {
        wait(IDLE_MS);
      }
    } catch (InterruptedException e) {
      // Of this thread alone, as by what it worked on; another one takes the turns that are due
      current = current == worker ? null : current;
      return null;
    }
    Turn turn = current == worker && !isClosed ? due.pollFirst() : null;
    if (turn == null) {
      current = current == worker ? null : current;
      return null;
    }
    turn.isDue = false;
    turn.isRunning = true;
    worker.sinceNanos = Math.max(1, System.nanoTime());
    return turn;
  }

  private synchronized void ended(Worker worker, Turn turn) {
    worker.sinceNanos = 0;
    turn.isRunning = false;
    if (turn.isDue) {
      turn.isDue = false;
      ask(turn, false);
    }
  }

  /** How many threads were started so far. */
  synchronized int started() {
    return started;
  }

  /** Those that wait for a volume end when it answers. */
  @Override
  public synchronized void close() {
    isClosed = true;
    due.clear();
    notifyAll();
  }
}
