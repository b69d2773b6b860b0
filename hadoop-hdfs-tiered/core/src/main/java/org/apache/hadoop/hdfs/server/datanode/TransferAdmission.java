package org.apache.hadoop.hdfs.server.datanode;

import java.io.IOException;
import java.io.OutputStream;
import java.util.EnumSet;
import java.util.Set;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.datatransfer.BlockConstructionStage;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.BlockOpResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.Status;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;
import org.apache.hadoop.security.token.Token;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.limit.TransferPlace;
import org.tieredhdfs.hdfs.limit.TransferRefusedException;
import org.tieredhdfs.hdfs.limit.TypeLimits;
import org.tieredhdfs.hdfs.types.StorageTypeBridge;

/**
 * Lets transfers of blocks begin as the limits of their storage types allow, and refuses the others
 * so that clients with Apache Hadoop's jars go to another DataNode.
 *
 * <p>A refused reader gets an error as its answer, and so does the client of a refused writer if
 * this is the first DataNode of the pipeline. In all cases the connection ends. A DataNode that
 * finds its connection to the next one ended names that as the bad one to the client. Stateless.
 */
@NullMarked
public final class TransferAdmission {
  /**
   * What can be refused: the replica is new here, so another DataNode can have it instead. An
   * append or a recovery goes to the replicas that there are; without this DataNode one is lost.
   */
  private static final Set<BlockConstructionStage> NEW_REPLICA =
      EnumSet.of(
          BlockConstructionStage.PIPELINE_SETUP_CREATE,
          BlockConstructionStage.TRANSFER_RBW,
          BlockConstructionStage.TRANSFER_FINALIZED);

  private TransferAdmission() {}

  /**
   * The storage type that a replica is written to, unless the dataset falls back to another one.
   *
   * @param asked the type that the client names
   * @param storageId the storage that the client names; null or empty if none
   */
  public static StorageType written(
      DataNode datanode,
      StorageType asked,
      Token<BlockTokenIdentifier> token,
      @Nullable String storageId) {
    ChosenStorage chosen = ChosenStorage.of(datanode, token, storageId);
    StorageType type = chosen.type(asked);
    @Nullable String id = chosen.id();
    FsDatasetSpi<?> dataset = datanode.data;
    DatanodeStorage storage =
        id == null || id.isEmpty() || dataset == null ? null : dataset.getStorage(id);
    StorageType own = storage == null ? null : storage.getStorageType();
    // a client with Apache Hadoop's jars names the alias of a custom type
    return own != null && StorageTypeBridge.alias(own) != null ? own : type;
  }

  /**
   * Waits until a block may be written.
   *
   * @param answers where to say so if not; null if the other side does not expect it
   */
  static TransferPlace write(
      DataNode datanode,
      ExtendedBlock block,
      StorageType type,
      BlockConstructionStage stage,
      @Nullable OutputStream answers)
      throws IOException {
    try {
      return TypeLimits.of(datanode).write(type.name(), NEW_REPLICA.contains(stage));
    } catch (TransferRefusedException e) {
      if (answers != null) {
        refuse("Write", block, e, answers);
      }
      throw e;
    }
  }

  /**
   * Waits until a block may be read.
   *
   * @param answers where to say so if not
   * @return null if it need not be counted
   */
  static @Nullable TransferPlace read(DataNode datanode, ExtendedBlock block, OutputStream answers)
      throws IOException {
    FsDatasetSpi<?> dataset = datanode.data;
    if (dataset == null) {
      return null; // while it starts
    }
    TypeLimits limits = TypeLimits.of(datanode);
    FsVolumeSpi volume = limits.areReadersLimited() ? dataset.getVolume(block) : null;
    if (volume == null) {
      return null;
    }
    try {
      return limits.read(volume.getStorageType().name());
    } catch (TransferRefusedException e) {
      refuse("Read", block, e, answers);
      throw e;
    }
  }

  private static void refuse(
      String what, ExtendedBlock block, TransferRefusedException refusal, OutputStream answers) {
    try {
      BlockOpResponseProto.newBuilder()
          .setStatus(Status.ERROR)
          .setMessage(what + " of " + block + " refused: " + refusal.getMessage())
          .build()
          .writeDelimitedTo(answers);
      answers.flush();
    } catch (IOException e) {
      // It has gone by itself
      DataNode.LOG.debug("The refusal of {} cannot be sent", block, e);
    }
  }
}
