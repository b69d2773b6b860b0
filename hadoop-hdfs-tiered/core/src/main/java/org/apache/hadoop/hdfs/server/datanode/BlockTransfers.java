package org.apache.hadoop.hdfs.server.datanode;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.net.Peer;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.limit.TransferPlace;
import org.tieredhdfs.hdfs.transfer.ClientTransfer;
import org.tieredhdfs.hdfs.transfer.ClientTransfer.Kind;
import org.tieredhdfs.hdfs.transfer.OtherNodes;
import org.tieredhdfs.hdfs.transfer.Transfers;
import org.tieredhdfs.hdfs.transfer.WriteRequest;

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

  /** What the calling thread holds of the limits of a storage type. */
  private static final ThreadLocal<@Nullable TransferPlace> PLACE = new ThreadLocal<>();

  private BlockTransfers() {}

  /**
   * The calling thread begins to write a block that comes over its connection, when the limits of
   * the storage type allow it.
   *
   * @param answers where the client is answered
   * @param type the storage type of the replica
   * @throws IOException if the limits do not allow it; then nothing was begun
   */
  public static void beginWrite(
      Object xceiver,
      DataNode datanode,
      Peer peer,
      OutputStream answers,
      ExtendedBlock block,
      StorageType type,
      String clientName,
      WriteRequest request)
      throws IOException {
    ClientTransfer transfer =
        new ClientTransfer(
            peer, clientName, block.getBlockId(), request, new Receiving((DataXceiver) xceiver));
    boolean isFirst = !clientName.isEmpty() && request.isToFirst();
    begin(
        TransferAdmission.write(datanode, block, type, request.stage(), isFirst ? answers : null),
        transfer);
  }

  /**
   * The calling thread begins to send a block over its connection, when the limits of the storage
   * type allow it.
   *
   * @param answers where the client is answered
   * @throws IOException if the limits do not allow it; then nothing was begun
   */
  public static void beginRead(
      DataNode datanode, Peer peer, OutputStream answers, ExtendedBlock block, String clientName)
      throws IOException {
    ClientTransfer transfer =
        new ClientTransfer(
            Kind.READ, peer, clientName, block.getBlockId(), OtherNodes.NONE, () -> null);
    begin(TransferAdmission.read(datanode, block, answers), transfer);
  }

  /** If this returns normally {@link #end} is called, whatever becomes of the transfer. */
  private static void begin(@Nullable TransferPlace place, ClientTransfer transfer) {
    boolean isBegun = false;
    try {
      PLACE.set(place);
      Transfers.begin(transfer);
      isBegun = true;
    } finally {
      if (!isBegun) {
        end(place);
      }
    }
  }

  /** A connection over which a block comes; asked without its lock, whose holder may wait. */
  private record Receiving(DataXceiver xceiver) implements ClientTransfer.Service {
    private @Nullable BlockReceiver receiver() {
      return (BlockReceiver) RECEIVER.getVolatile(xceiver);
    }

    @Override
    public @Nullable Thread responder() {
      BlockReceiver receiver = receiver();
      return receiver == null ? null : StockReceiver.responderThread(receiver);
    }

    @Override
    public boolean awaitsFirstAck() {
      BlockReceiver receiver = receiver();
      return receiver != null && !StockReceiver.hasAcknowledged(receiver);
    }
  }

  /** The calling thread has finished its operation, successfully or not. */
  public static void end() {
    end(PLACE.get());
  }

  private static void end(@Nullable TransferPlace place) {
    try {
      PLACE.remove();
      Transfers.end();
    } finally {
      if (place != null) {
        place.close();
      }
    }
  }
}
