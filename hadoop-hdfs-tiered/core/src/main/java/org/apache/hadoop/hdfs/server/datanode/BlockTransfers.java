package org.apache.hadoop.hdfs.server.datanode;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.apache.hadoop.hdfs.net.Peer;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.transfer.ClientTransfer;
import org.tieredhdfs.hdfs.transfer.ClientTransfer.Kind;
import org.tieredhdfs.hdfs.transfer.Transfers;

/**
 * Keeps the list of {@link Transfers} for the threads of a DataNode, called where an operation on a
 * block begins and ends. Thread-safe.
 */
@NullMarked
public final class BlockTransfers {
  private static final VarHandle RECEIVER;

  static {
    try {
      RECEIVER =
          MethodHandles.privateLookupIn(DataXceiver.class, MethodHandles.lookup())
              .unreflectVarHandle(DataXceiver.class.getDeclaredField("blockReceiver"));
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(
          "DataXceiver of this Hadoop differs from the expected one; use the build for"
              + " this version",
          e);
    }
  }

  private BlockTransfers() {}

  /** The calling thread begins to write a block that comes over its connection. */
  public static void beginWrite(
      Object xceiver, Peer peer, ExtendedBlock block, String clientName, int pipelineSize) {
    Transfers.begin(
        new ClientTransfer(
            Kind.WRITE,
            peer,
            clientName,
            block.getBlockId(),
            pipelineSize,
            () -> responder((DataXceiver) xceiver)));
  }

  /** The calling thread begins to send a block over its connection. */
  public static void beginRead(Peer peer, ExtendedBlock block, String clientName) {
    Transfers.begin(
        new ClientTransfer(
            Kind.READ, peer, clientName, block.getBlockId(), 0, BlockTransfers::none));
  }

  private static @Nullable Thread none() {
    return null;
  }

  /** Called without the connection's lock, because its holder may wait for a disk. */
  private static @Nullable Thread responder(DataXceiver xceiver) {
    BlockReceiver receiver = (BlockReceiver) RECEIVER.getVolatile(xceiver);
    return receiver == null ? null : StockReceiver.responderThread(receiver);
  }

  /** The calling thread has finished its operation, successfully or not. */
  public static void end() {
    Transfers.end();
  }
}
