package org.tieredhdfs.hdfs.datanode.volume.health;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.IntPredicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.hdfs.datanode.volume.InFlight;
import org.tieredhdfs.hdfs.datanode.volume.VolumeState;
import org.tieredhdfs.hdfs.transfer.ClientTransfer;
import org.tieredhdfs.hdfs.transfer.Transfers;

/**
 * Cuts off the clients that wait for calls that are stuck, so that they continue with other
 * replicas.
 *
 * <p>A client is cut off by a shutdown of its connection, which each neighbour in a pipeline, stock
 * or not, takes for the failure of this very DataNode; the thread that is stuck finds out when the
 * volume answers, and leaves as after any broken pipeline. A writer loses a DataNode by it, for
 * which it may need another one. So it is cut off only where enough others are known to answer. The
 * idea of cutting at a fraction of the client's own patience is that of CockroachDB's WAL failover.
 *
 * <p>Used by one thread; does no I/O and takes no lock.
 */
record ClientCutter(Cutoffs cutoffs, RefusedReaders readers, ProcessClock clock) {
  private static final Logger LOG = LoggerFactory.getLogger(ClientCutter.class);

  /**
   * Cuts off who waits for the calls of a volume that are stuck.
   *
   * @param others whether so many other DataNodes are known to answer
   */
  void cutOff(VolumeState volume, Findings found, IntPredicate others) {
    long writerNanos = cutoffs.configuredNanos(volume);
    Map<Thread, ClientTransfer> clients = Transfers.byThread();
    for (InFlight inFlight : volume.inFlight()) {
      ClientTransfer client = clients.get(inFlight.thread());
      long ageNanos = clock.ageNanos(inFlight.startNanos());
      if (client != null
          && ageNanos >= found.stuckNanos(inFlight)
          && (ageNanos >= writerNanos || client.isOfReader())
          && mayCut(client, others)) {
        drop(volume, inFlight, client, "does not answer");
      }
    }
  }

  private boolean mayCut(ClientTransfer client, IntPredicate others) {
    if (client.kind() == ClientTransfer.Kind.READ) {
      return client.canGoOnElsewhere();
    }
    return (client.canGoOnElsewhere() || (cutoffs.cutsFanOut() && client.canBeginAnotherBlock()))
        && others.test(client.othersNeeded());
  }

  /** Cuts off the reader that waits for a call, whatever its volume does. */
  void dropReader(VolumeState volume, InFlight read) {
    ClientTransfer client = Transfers.of(read.thread());
    if (client != null && client.canGoOnElsewhere()) {
      drop(volume, read, client, "does not return a read");
    }
  }

  /** Whether the client of a read can go on elsewhere and does not yet. */
  static boolean isWaiting(InFlight read) {
    ClientTransfer client = Transfers.of(read.thread());
    return client != null && client.canGoOnElsewhere() && !client.isDropped();
  }

  private void drop(VolumeState volume, InFlight inFlight, ClientTransfer client, String why) {
    if (inFlight.isDone() || client.isDropped()) {
      return;
    }
    if (client.kind() == ClientTransfer.Kind.READ) {
      // It retries here once it has used what it had received, and is refused then
      readers.dropped(volume, client.clientName(), client.blockId());
    }
    if (client.drop()) {
      boolean isWriter = client.kind() == ClientTransfer.Kind.WRITE;
      (isWriter ? volume.metrics().cutOffWriters : volume.metrics().droppedReaders).incr();
      LOG.warn(
          "Volume {} {}: cut off {} after {} ms in {}",
          volume,
          why,
          client,
          TimeUnit.NANOSECONDS.toMillis(clock.ageNanos(inFlight.startNanos())),
          inFlight.name());
    }
  }
}
