package org.apache.hadoop.hdfs.server.datanode;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.hdfs.datanode.StockField;

/**
 * The commands of NameNodes that a DataNode has fetched with its heartbeats and that wait in the
 * queues of the threads that carry them out.
 *
 * <p>A full block report that is made before an order to delete has been carried out tells of a
 * replica that is about to go. If it tells of it on another storage than the NameNode knows, the
 * NameNode forgets its order and has another replica deleted, too.
 *
 * <p>In the stock package because the queues are visible only there. Thread-safe.
 */
public final class FetchedCommands {
  private static final Logger LOG = LoggerFactory.getLogger(FetchedCommands.class);

  private final StockField<BPServiceActor.CommandProcessingThread> thread;

  @SuppressWarnings("rawtypes")
  private final StockField<BlockingQueue> queue;

  private final DataNode datanode;

  /**
   * @throws IOException if this Hadoop has no such queues
   */
  public FetchedCommands(DataNode datanode) throws IOException {
    this.datanode = datanode;
    thread =
        StockField.of(
            BPServiceActor.class,
            "commandProcessingThread",
            BPServiceActor.CommandProcessingThread.class);
    queue =
        StockField.of(BPServiceActor.CommandProcessingThread.class, "queue", BlockingQueue.class);
  }

  /**
   * Waits until what was fetched for a block pool before this call has been carried out.
   *
   * @param limitMs how long at most
   * @return whether it has; not if the time was over or the thread was interrupted
   */
  public boolean awaitCarriedOut(String pool, long limitMs) {
    long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(limitMs);
    List<CountDownLatch> carriedOut = new ArrayList<>();
    try {
      for (BPServiceActor actor : actors(pool)) {
        CountDownLatch latch = new CountDownLatch(1);
        if (follow(actor, latch::countDown)) {
          carriedOut.add(latch);
        }
      }
      for (CountDownLatch latch : carriedOut) {
        if (!latch.await(endNs - System.nanoTime(), TimeUnit.NANOSECONDS)) {
          LOG.warn(
              "Commands for block pool {} were not carried out within {} ms; its block report is"
                  + " made without waiting any longer",
              pool,
              limitMs);
          return false;
        }
      }
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private List<BPServiceActor> actors(String pool) {
    BPOfferService service = datanode.getBPOfferService(pool);
    return service == null ? List.of() : service.getBPServiceActors();
  }

  /** Has something done after what one NameNode's queue holds; not if nobody works on it. */
  @SuppressWarnings("unchecked")
  boolean follow(BPServiceActor actor, Runnable action) throws IOException, InterruptedException {
    BPServiceActor.CommandProcessingThread worker = thread.get(actor);
    if (worker == null || !worker.isAlive() || worker.equals(Thread.currentThread())) {
      return false;
    }
    // Is taken off again by the thread, for each action
    datanode.getMetrics().incrActorCmdQueueLength(1);
    queue.get(worker).put(action);
    return true;
  }
}
