package org.tieredhdfs.hdfs.transfer;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.apache.hadoop.hdfs.net.Peer;
import org.jspecify.annotations.Nullable;

/**
 * A client that reads or writes a block over a connection to this DataNode.
 *
 * <p>It can be dropped: its connection is shut down, which is what the protocol has for a node that
 * gave up. The thread that serves it finds out when it next uses the connection, and leaves by
 * stock's own way for a broken one, with all that it holds. Thread-safe.
 */
public final class ClientTransfer {
  /** What the client does. */
  public enum Kind {
    READ,
    WRITE
  }

  private final Thread thread = Thread.currentThread();
  private final AtomicBoolean dropped = new AtomicBoolean();
  private volatile boolean waitsInAnyCase;
  private final Kind kind;
  private final Peer peer;
  private final String clientName;
  private final long blockId;
  private final int pipelineSize;
  private final Supplier<@Nullable Thread> responder;

  /**
   * Of the calling thread.
   *
   * @param clientName empty if another DataNode sends a block of its own
   * @param pipelineSize how many DataNodes the client writes to at once; 0 if it did not say
   * @param responder gives the thread that finalizes the block and acknowledges, or null
   */
  public ClientTransfer(
      Kind kind,
      Peer peer,
      String clientName,
      long blockId,
      int pipelineSize,
      Supplier<@Nullable Thread> responder) {
    this.kind = kind;
    this.peer = peer;
    this.clientName = clientName;
    this.blockId = blockId;
    this.pipelineSize = pipelineSize;
    this.responder = responder;
  }

  public Kind kind() {
    return kind;
  }

  public String clientName() {
    return clientName;
  }

  public long blockId() {
    return blockId;
  }

  Thread thread() {
    return thread;
  }

  /** Whether a thread works for this client. */
  boolean isOn(Thread one) {
    return one == thread || one == responder.get();
  }

  /**
   * Whether the client can go on without this DataNode: a writer with others in its pipeline, or a
   * reader that has not been sent elsewhere before. A pipeline of one DataNode has no other, and
   * another DataNode has its own timeouts.
   */
  public boolean canGoOnElsewhere() {
    return !clientName.isEmpty() && !waitsInAnyCase && (kind == Kind.READ || pipelineSize != 1);
  }

  /** Whether it is a client that writes to this DataNode alone. */
  public boolean isOfOnlyWriter() {
    return kind == Kind.WRITE && !clientName.isEmpty() && pipelineSize == 1;
  }

  /** Whether it is a client that reads. */
  public boolean isOfReader() {
    return kind == Kind.READ && !clientName.isEmpty();
  }

  /** Records that the client has found no other replica, so it waits. */
  public void waitInAnyCase() {
    waitsInAnyCase = true;
  }

  /**
   * Shuts the connection down; does not wait.
   *
   * @return whether this call did it, not one before
   */
  public boolean drop() {
    if (!dropped.compareAndSet(false, true)) {
      return false;
    }
    Connections.shutDown(peer);
    return true;
  }

  public boolean isDropped() {
    return dropped.get();
  }

  @Override
  public String toString() {
    return String.format(
        "%s of block %d by %s from %s",
        kind == Kind.READ ? "read" : "write", blockId, clientName, peer.getRemoteAddressString());
  }
}
