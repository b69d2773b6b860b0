package org.apache.hadoop.hdfs.server.datanode;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Has a DataNode send its next heartbeats at once, so that the NameNodes hear of a volume's
 * condition and tell of the other DataNodes.
 *
 * <p>In the stock package because the schedule is visible only there. Thread-safe; takes the
 * monitor under which block reports are queued for a moment, and waits for no heartbeat.
 */
public final class PromptHeartbeats {
  private static final long LEAST_INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private final DataNode datanode;
  private final LongSupplier nanoClock;
  private final AtomicLong sentNanos;

  public PromptHeartbeats(DataNode datanode, LongSupplier nanoClock) {
    this.datanode = datanode;
    this.nanoClock = nanoClock;
    this.sentNanos = new AtomicLong(nanoClock.getAsLong() - LEAST_INTERVAL_NANOS);
  }

  /**
   * Has them sent, unless that was done a moment ago.
   *
   * @return whether this call did it
   */
  public boolean send() {
    long lastNanos = sentNanos.get();
    long nowNanos = nanoClock.getAsLong();
    if (nowNanos - lastNanos < LEAST_INTERVAL_NANOS
        || !sentNanos.compareAndSet(lastNanos, nowNanos)) {
      return false;
    }
    for (BPOfferService pool : datanode.getAllBpOs()) {
      for (BPServiceActor actor : pool.getBPServiceActors()) {
        actor.getScheduler().scheduleHeartbeat();
        wake(actor.getIbrManager());
      }
    }
    return true;
  }

  /** The actor waits there between heartbeats. */
  @SuppressWarnings({"SynchronizationOnLocalVariableOrMethodParameter", "NakedNotify"})
  private static void wake(IncrementalBlockReportManager reports) {
    synchronized (reports) {
      reports.notifyAll();
    }
  }
}
