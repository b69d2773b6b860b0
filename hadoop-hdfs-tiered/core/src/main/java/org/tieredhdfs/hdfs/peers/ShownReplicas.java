package org.tieredhdfs.hdfs.peers;

import java.util.List;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.StorageTypeProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsServerProtos.BlockWithLocationsProto;

/**
 * Converts storage types of the replicas that a NameNode lists for a balancer: to aliases for a
 * stock one, and back.
 *
 * <p>Apart from {@link ShownMessages}, since clients have no such messages. Stateless.
 */
public final class ShownReplicas {
  private ShownReplicas() {}

  public static BlockWithLocationsProto show(BlockWithLocationsProto block) {
    List<StorageTypeProto> shown = WireAliases.shown(block.getStorageTypesList());
    return shown == null
        ? block
        : block.toBuilder()
            .setUnknownFields(
                WireAliases.beside(block.getUnknownFields(), block.getStorageTypesList()))
            .clearStorageTypes()
            .addAllStorageTypes(shown)
            .build();
  }

  public static BlockWithLocationsProto restore(BlockWithLocationsProto block) {
    List<StorageTypeProto> meant =
        WireAliases.meant(block.getUnknownFields(), block.getStorageTypesList());
    return meant == null
        ? block
        : block.toBuilder().clearStorageTypes().addAllStorageTypes(meant).build();
  }
}
