package org.tieredhdfs.hdfs.transfer;

import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.hdfs.net.Peer;
import org.apache.hadoop.hdfs.protocol.BlockType;
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

  /** What this DataNode does for the client. */
  @FunctionalInterface
  public interface Service {
    /** The thread that finalizes the block and acknowledges; null if there is none. */
    @Nullable Thread responder();

    /** Whether the block is open here, and nothing of it has been acknowledged yet. */
    default boolean awaitsFirstAck() {
      return false;
    }
  }

  private static final int LEAST_OTHERS = 2;

  private final Thread thread = Thread.currentThread();
  private final AtomicBoolean dropped = new AtomicBoolean();
  private volatile boolean waitsInAnyCase;
  private final Kind kind;
  private final Peer peer;
  private final String clientName;
  private final long blockId;
  private final OtherNodes others;
  private final int othersNeeded;
  private final boolean isOfUnsyncedReplica;
  private final Service service;

  /**
   * Of the calling thread, in the shortest pipeline that there can be.
   *
   * @param clientName empty if another DataNode sends a block of its own
   * @param others where a client that writes goes on without this DataNode
   */
  public ClientTransfer(
      Kind kind, Peer peer, String clientName, long blockId, OtherNodes others, Service service) {
    this.kind = kind;
    this.peer = peer;
    this.clientName = clientName;
    this.blockId = blockId;
    this.others = others;
    this.othersNeeded = LEAST_OTHERS;
    this.isOfUnsyncedReplica = false;
    this.service = service;
  }

  /**
   * A write by the calling thread.
   *
   * @param clientName empty if another DataNode sends a block of its own
   */
  public ClientTransfer(
      Peer peer, String clientName, long blockId, WriteRequest request, Service service) {
    this.kind = Kind.WRITE;
    this.peer = peer;
    this.clientName = clientName;
    this.blockId = blockId;
    this.others = request.otherNodes();
    this.othersNeeded = Math.max(LEAST_OTHERS, request.pipelineNodes());
    this.isOfUnsyncedReplica = request.isOfUnsyncedReplica();
    this.service = service;
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

  /**
   * How many other DataNodes have to answer so that a writer can do without this one: as many as
   * its pipeline has, since those that remain need a replacement. HBase's log, which is written to
   * each DataNode by itself, could go to any. But a single one may just have been killed, or have
   * an idle volume that stands still, too.
   */
  public int othersNeeded() {
    return othersNeeded;
  }

  /** Whether another DataNode sends a replica of which nobody has synced anything. */
  public boolean isOfUnsyncedReplica() {
    return isOfUnsyncedReplica;
  }

  Thread thread() {
    return thread;
  }

  /** The thread that finalizes the block and acknowledges; null if there is none. */
  @Nullable Thread responder() {
    return service.responder();
  }

  /**
   * Whether the client can go on without this DataNode: a writer with others in its pipeline, or a
   * reader that has not been sent elsewhere before. A pipeline of one DataNode has no other, nor,
   * as far as is known here, a part of a striped block. Another DataNode has its own timeouts.
   */
  public boolean canGoOnElsewhere() {
    return !clientName.isEmpty()
        && !waitsInAnyCase
        && (kind == Kind.READ
            ? BlockType.fromBlockId(blockId) != BlockType.STRIPED
            : others == OtherNodes.IN_PIPELINE);
  }

  /**
   * Whether it is a writer that sends the block to each of its DataNodes by itself, as far as its
   * request shows.
   */
  public boolean isOfFanOut() {
    return kind == Kind.WRITE && !clientName.isEmpty() && others == OtherNodes.FANNED_OUT;
  }

  /**
   * Whether it is such a writer, and begins another block without this DataNode: while the block is
   * being created, and once something is acknowledged. In between it writes the head of a log; if
   * that fails, HBase does not try again but ends its server.
   */
  public boolean canBeginAnotherBlock() {
    return isOfFanOut() && !service.awaitsFirstAck();
  }

  /** Whether it is a client whose pipeline is this DataNode alone. */
  public boolean isOfOnlyWriter() {
    return kind == Kind.WRITE && !clientName.isEmpty() && others != OtherNodes.IN_PIPELINE;
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
        kind == Kind.READ ? "read" : isOfFanOut() ? "fan-out write" : "write",
        blockId,
        clientName,
        peer.getRemoteAddressString());
  }
}
