package org.tieredhdfs.hdfs.datanode.volume.space;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Work for one volume, done in its order on {@link VolumeThreads}. Takes a limited number of
 * pieces, which a volume that does not answer keeps waiting. Thread-safe; does not wait.
 */
public final class VolumeQueue implements Executor {
  private static final Logger LOG = LoggerFactory.getLogger(VolumeQueue.class);
  private static final int MOST = 10_000;

  private final BlockingQueue<Runnable> waiting = new LinkedBlockingQueue<>(MOST);
  private final VolumeThreads threads;
  private final VolumeThreads.Turn turn;

  public VolumeQueue(String name, VolumeThreads threads) {
    this.threads = threads;
    this.turn = new VolumeThreads.Turn(name, this::work);
  }

  @Override
  public void execute(Runnable piece) {
    if (!waiting.offer(piece)) {
      throw new RejectedExecutionException(MOST + " pieces of work wait for the volume");
    }
    threads.ask(turn, false);
  }

  private void work() {
    for (Runnable piece = waiting.poll(); piece != null; piece = waiting.poll()) {
      try {
        piece.run();
      } catch (RuntimeException | Error e) {
        LOG.error("Work for a volume continues after an error", e);
      }
    }
  }
}
