package org.apache.hadoop.hdfs.server.datanode;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.hdfs.datanode.stock.StockField;

/**
 * The NameNode commands that a DataNode has received with its heartbeats and that are queued for
 * execution.
 *
 * <p>If a full block report tells of a replica that is about to be deleted, on another storage than
 * the NameNode knows, the NameNode forgets its order and has another replica deleted, too.
 *
 * <p>In the stock package because the queues are visible only there. Thread-safe.
 */
public final class FetchedCommands {
  private static final Logger LOG = LoggerFactory.getLogger(FetchedCommands.class);
  private static final long POSTPONED_LIMIT_NANOS = TimeUnit.SECONDS.toNanos(60);

  private final StockField<BPServiceActor.CommandProcessingThread> thread;

  @SuppressWarnings("rawtypes")
  private final StockField<BlockingQueue> queue;

  private final DataNode datanode;
  private final Map<BPServiceActor, Long> postponedNanos = new ConcurrentHashMap<>();

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
   * Delays a full block report until the commands received before it have been executed.
   *
   * <p>Its thread sends the heartbeats, too: it waits for a moment, and comes again a second later
   * until this has gone on for too long.
   *
   * @throws IOException if the report is to be made later, on a thread that reports
   */
  public void awaitBeforeReport(String pool, long patienceMs) throws IOException {
    boolean carriedOut = awaitCarriedOut(pool, patienceMs);
    for (BPServiceActor actor : actors(pool)) {
      if (actor.bpThread == Thread.currentThread()) {
        long nowNanos = System.nanoTime();
        long sinceNanos = postponedNanos.computeIfAbsent(actor, first -> nowNanos);
        if (!carriedOut && nowNanos - sinceNanos < POSTPONED_LIMIT_NANOS) {
          // A forced report is not due again by itself, so force it again
          actor.getScheduler().forceFullBlockReportNow();
          throw new IOException(
              "The block report is postponed until the fetched commands are carried out");
        }
        postponedNanos.remove(actor);
      }
    }
    if (!carriedOut) {
      LOG.warn(
          "Commands for block pool {} are still pending; sending its block report anyway", pool);
    }
  }

  /**
   * Waits until the commands of a block pool that were received before this call have been
   * executed.
   *
   * @return whether it has; not if the time was over or the thread was interrupted
   */
  public boolean awaitCarriedOut(String pool, long limitMs) {
    Semaphore carriedOut = new Semaphore(0);
    int asked = 0;
    try {
      for (BPServiceActor actor : actors(pool)) {
        if (follow(actor, carriedOut::release)) {
          asked++;
        }
      }
      return carriedOut.tryAcquire(asked, limitMs, TimeUnit.MILLISECONDS);
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

  /**
   * Runs something after the commands in one NameNode's queue; not if no thread processes the
   * queue.
   */
  @SuppressWarnings("unchecked")
  boolean follow(BPServiceActor actor, Runnable action) throws IOException, InterruptedException {
    BPServiceActor.CommandProcessingThread worker = thread.get(actor);
    if (worker == null || !worker.isAlive() || worker.equals(Thread.currentThread())) {
      return false;
    }
    // The processing thread decrements it for each action
    datanode.getMetrics().incrActorCmdQueueLength(1);
    queue.get(worker).put(action);
    return true;
  }
}
