package org.tieredhdfs.hdfs.receive;

import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Queue;
import org.apache.hadoop.util.Daemon;
import org.jspecify.annotations.Nullable;

/**
 * The stream to which a DataNode inside a pipeline writes acknowledgements; one that is followed
 * immediately by the next is sent together with it.
 *
 * <p>Stock flushes behind each. Here the thread that passes them on does not if it will come back
 * without waiting for anything: the next acknowledgement has come, its packet is in the queue of
 * this node, and it is not the block's last, for which the block is finalized first. Any other
 * thread, which sends an out-of-band acknowledgement, flushes.
 */
public final class MirrorAckOutput extends DataOutputStream {
  /** The one that is sent, the next, and one more, so that the next is not the last. */
  private static final int LEAST_WAITING = 3;

  /** The most acknowledgements that one waits for. */
  private static final int MOST_JOINED = 32;

  private final MirrorAckInput acks;
  private final ReceiveMetrics metrics;
  private volatile @Nullable Queue<?> waiting;
  private volatile @Nullable Runnable owner;
  private int joined;

  public MirrorAckOutput(OutputStream out, MirrorAckInput acks, ReceiveMetrics metrics) {
    super(out);
    this.acks = acks;
    this.metrics = metrics;
  }

  /**
   * Begins to join acknowledgements.
   *
   * @param responder what passes them on, on a thread of its own
   * @param queue the packets that are not acknowledged; its monitor guards it
   */
  public void join(Runnable responder, Queue<?> queue) {
    owner = responder;
    waiting = queue;
  }

  @Override
  public void flush() throws IOException {
    Queue<?> queue = waiting;
    if (queue != null
        && Thread.currentThread() instanceof Daemon daemon
        && daemon.getRunnable() == owner
        && joined < MOST_JOINED
        && acks.hasNext()
        && isNextKnown(queue)) {
      joined++;
      metrics.joinedMirrorAck();
      return;
    }
    joined = 0;
    super.flush();
  }

  private static boolean isNextKnown(Queue<?> queue) {
    synchronized (queue) {
      return queue.size() >= LEAST_WAITING;
    }
  }
}
