package org.tieredhdfs.hdfs.agree;

import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.DatanodeStorageProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.StorageTypeProto;
import org.tieredhdfs.hdfs.types.StorageTypeBridge;

/**
 * Adds the name of a custom type to each description of a storage, and compares name and number
 * when it is read.
 *
 * <p>A reader that does not know the number takes the storage for DISK without noticing; by the
 * name it notices. Stateless.
 */
public final class StorageNameBridge {
  private StorageNameBridge() {}

  /** The description with the type's name, if it is a custom type. */
  public static DatanodeStorageProto name(DatanodeStorageProto storage) {
    StorageTypeProto type = storage.getStorageType();
    if (StorageTypeBridge.fromProto(type) == null) {
      return storage;
    }
    return storage.toBuilder().setUnknownFields(ExtraText.with(storage, type.name())).build();
  }

  /** Refuses a description whose number means another type here than its sender has named. */
  public static void require(DatanodeStorageProto storage) {
    String named = ExtraText.in(storage);
    String here = storage.getStorageType().name();
    if (named != null && !named.equals(here)) {
      throw new IllegalStateException(
          String.format(
              "storage %s has type %s on the sender and type %s here:"
                  + " dfs.tiered.storage.types must be the same on both",
              storage.getStorageUuid(), named, here));
    }
  }
}
