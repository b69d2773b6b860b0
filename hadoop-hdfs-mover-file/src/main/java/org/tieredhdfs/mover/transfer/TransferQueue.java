package org.tieredhdfs.mover.transfer;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The queue of transfers: lets each begin when the budgets of its nodes and volumes allow it, in
 * turn over the target nodes, so that a node that is slow keeps up only what is meant for it, and
 * for each of them in turn over users and over the requests of each, so that neither many requests
 * of one user nor a large one keep up what others want.
 *
 * <p>Its length is bounded by its callers: a limited number of files at a time, and of moves for
 * each file. Thread-safe; its lock is never held over I/O or a callback.
 */
public final class TransferQueue implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TransferQueue.class);

  /** How many waiting entries of a node are skipped before the rest is ignored. */
  private static final int MAX_LOOK_AHEAD = 32;

  private record Entry(Transfer transfer, Consumer<TransferOutcome> whenEnded) {}

  private final BlockCarrier carrier;
  private final ToIntFunction<Transfer> targetVolumes;
  private final ThreadPoolExecutor threads;
  private final ScheduledExecutorService timer;
  private final Object lock = new Object();

  // guarded by lock
  private final Map<String, TurnQueue<Entry>> waitingByTarget = new LinkedHashMap<>();
  private final Budgets budgets;
  private long wakeUpAtNs = Long.MAX_VALUE;
  private boolean isClosed;

  /**
   * @param targetVolumes how many volumes of its type the target of a transfer has
   * @param largeTransfers what large transfers leave to others
   */
  public TransferQueue(
      BlockCarrier carrier,
      ToIntFunction<Transfer> targetVolumes,
      TransferLimits limits,
      LargeTransferLimits largeTransfers,
      Backoff backoff) {
    this.carrier = carrier;
    this.targetVolumes = targetVolumes;
    this.budgets = new Budgets(limits, largeTransfers, backoff);
    // bounded by the budgets: never more tasks than limits.moves()
    this.threads =
        new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE,
            10,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            new NamedThreads("file-mover-transfer-"));
    ScheduledThreadPoolExecutor oneTimer =
        new ScheduledThreadPoolExecutor(1, new NamedThreads("file-mover-timer-"));
    oneTimer.setRemoveOnCancelPolicy(true);
    oneTimer.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    this.timer = oneTimer;
  }

  /**
   * Queues a transfer.
   *
   * @param whenEnded told the outcome once, by any thread; it must not block
   */
  public void add(Transfer transfer, Consumer<TransferOutcome> whenEnded) {
    boolean isRefused;
    synchronized (lock) {
      isRefused = isClosed;
      if (!isRefused) {
        waitingByTarget
            .computeIfAbsent(transfer.target().getDatanodeUuid(), any -> new TurnQueue<>())
            .add(transfer.owner(), new Entry(transfer, whenEnded));
      }
    }
    if (isRefused) {
      whenEnded.accept(TransferOutcome.CANCELLED);
    } else {
      startWhatMay();
    }
  }

  /** Removes an owner's queued transfers; running ones finish. */
  public void cancel(Owner owner) {
    List<Entry> cancelled = new ArrayList<>();
    synchronized (lock) {
      waitingByTarget.values().forEach(waiting -> cancelled.addAll(waiting.removeAll(owner)));
    }
    cancelled.forEach(entry -> entry.whenEnded().accept(TransferOutcome.CANCELLED));
  }

  public TransferLimits limits() {
    synchronized (lock) {
      return budgets.limits();
    }
  }

  public void setLimits(TransferLimits limits) {
    synchronized (lock) {
      budgets.setLimits(limits, System.nanoTime());
    }
    startWhatMay();
  }

  /** Whether a node failed or was busy recently, so that nothing should be planned for it. */
  public boolean isToBeLeftAlone(String node) {
    synchronized (lock) {
      return budgets.health().waitNs(node, System.nanoTime()) > 0;
    }
  }

  private void startWhatMay() {
    List<Entry> begun = new ArrayList<>();
    synchronized (lock) {
      if (!isClosed) {
        long nowNs = System.nanoTime();
        long waitNs = takeWhatMayBegin(begun, nowNs);
        wakeUpIn(waitNs, nowNs);
      }
    }
    for (Entry entry : begun) {
      try {
        threads.execute(() -> run(entry));
      } catch (RuntimeException | Error e) {
        // No thread could be started, or this was closed just now
        LOG.error("Moving {} did not begin", entry.transfer(), e);
        ended(entry, new TransferOutcome(TransferOutcome.Kind.FAILED, e.toString()), 0);
        synchronized (lock) {
          if (!isClosed) {
            wakeUpIn(TimeUnit.SECONDS.toNanos(1), System.nanoTime());
          }
        }
      }
    }
  }

  /** Visits the targets in turn, one transfer each; returns the shortest wait. */
  private long takeWhatMayBegin(List<Entry> begun, long nowNs) {
    long shortestNs = Budgets.UNTIL_ANOTHER_ENDS;
    boolean isProgress = true;
    while (isProgress && !budgets.isFull()) {
      isProgress = false;
      shortestNs = Budgets.UNTIL_ANOTHER_ENDS;
      List<String> served = new ArrayList<>();
      for (Map.Entry<String, TurnQueue<Entry>> node : waitingByTarget.entrySet()) {
        long[] waitNs = {Budgets.UNTIL_ANOTHER_ENDS};
        Entry entry = takeOne(node.getValue(), nowNs, waitNs);
        if (entry != null) {
          budgets.begin(entry.transfer(), nowNs);
          begun.add(entry);
          served.add(node.getKey());
          isProgress = true;
        }
        shortestNs = Math.min(shortestNs, waitNs[0]);
      }
      served.forEach(this::putLast);
    }
    return shortestNs;
  }

  private @Nullable Entry takeOne(TurnQueue<Entry> waiting, long nowNs, long[] shortestNs) {
    return waiting.takeFirst(
        entry -> {
          long waitNs =
              budgets.waitNs(entry.transfer(), targetVolumes.applyAsInt(entry.transfer()), nowNs);
          shortestNs[0] = Math.min(shortestNs[0], waitNs == 0 ? Long.MAX_VALUE : waitNs);
          return waitNs == 0;
        },
        MAX_LOOK_AHEAD);
  }

  private void putLast(String node) {
    TurnQueue<Entry> waiting = waitingByTarget.remove(node);
    if (waiting != null && !waiting.isEmpty()) {
      waitingByTarget.put(node, waiting);
    }
  }

  private void wakeUpIn(long waitNs, long nowNs) {
    if (waitNs == Budgets.UNTIL_ANOTHER_ENDS) {
      return;
    }
    long atNs = nowNs + waitNs;
    if (wakeUpAtNs == Long.MAX_VALUE || atNs < wakeUpAtNs) {
      wakeUpAtNs = atNs;
      ScheduledFuture<?> unused = timer.schedule(this::wakeUp, waitNs, TimeUnit.NANOSECONDS);
    }
  }

  private void wakeUp() {
    synchronized (lock) {
      wakeUpAtNs = Long.MAX_VALUE;
    }
    startWhatMay();
  }

  private void run(Entry entry) {
    Transfer transfer = entry.transfer();
    TransferOutcome outcome;
    long startNs = System.nanoTime();
    try {
      outcome = carrier.carry(transfer);
    } catch (RuntimeException | Error e) {
      LOG.error("Moving {} failed", transfer, e);
      outcome = new TransferOutcome(TransferOutcome.Kind.FAILED, e.toString());
    }
    ended(entry, outcome, System.nanoTime() - startNs);
    startWhatMay();
  }

  private void ended(Entry entry, TransferOutcome outcome, long tookNs) {
    Transfer transfer = entry.transfer();
    synchronized (lock) {
      budgets.end(transfer, tookNs, System.nanoTime());
      switch (outcome.kind()) {
        case DONE -> budgets.health().didWell(transfer.target().getDatanodeUuid());
        case FAILED, BUSY ->
            budgets.health().failed(transfer.target().getDatanodeUuid(), System.nanoTime());
        default -> {}
      }
    }
    entry.whenEnded().accept(outcome);
  }

  /** Removes all queued transfers and gives running ones a moment to finish. */
  @Override
  public void close() {
    List<Entry> cancelled = new ArrayList<>();
    synchronized (lock) {
      isClosed = true;
      waitingByTarget.values().forEach(waiting -> cancelled.addAll(waiting.all()));
      waitingByTarget.clear();
    }
    cancelled.forEach(entry -> entry.whenEnded().accept(TransferOutcome.CANCELLED));
    timer.shutdownNow();
    threads.shutdown();
  }
}
