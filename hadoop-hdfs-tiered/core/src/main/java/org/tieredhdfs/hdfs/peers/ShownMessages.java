package org.tieredhdfs.hdfs.peers;

import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.BlockStoragePolicyProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.LocatedBlockProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.StorageTypeProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.StorageTypeQuotaInfoProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.StorageTypeQuotaInfosProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.StorageTypesProto;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.apache.hadoop.thirdparty.protobuf.InvalidProtocolBufferException;
import org.apache.hadoop.thirdparty.protobuf.UnknownFieldSet;
import org.jspecify.annotations.Nullable;

/**
 * Converts storage types in messages between clients and NameNode: to aliases for stock peers, and
 * back to the true types.
 *
 * <p>Called by woven code after a message was built ({@code show}) and before one is taken apart
 * ({@code restore}). A message without custom types is handed back as it is. Stateless.
 */
public final class ShownMessages {

  /** Quotas of custom types as a message of their own; part of the wire format. */
  static final int CUSTOM_QUOTAS_FIELD = 50_065;

  private ShownMessages() {}

  public static @Nullable LocatedBlockProto show(@Nullable LocatedBlockProto block) {
    List<StorageTypeProto> shown =
        block == null ? null : WireAliases.shown(block.getStorageTypesList());
    return block == null || shown == null
        ? block
        : block.toBuilder()
            .setUnknownFields(
                WireAliases.beside(block.getUnknownFields(), block.getStorageTypesList()))
            .clearStorageTypes()
            .addAllStorageTypes(shown)
            .build();
  }

  public static @Nullable LocatedBlockProto restore(@Nullable LocatedBlockProto block) {
    List<StorageTypeProto> meant =
        block == null
            ? null
            : WireAliases.meant(block.getUnknownFields(), block.getStorageTypesList());
    return block == null || meant == null
        ? block
        : block.toBuilder().clearStorageTypes().addAllStorageTypes(meant).build();
  }

  public static @Nullable StorageTypesProto show(@Nullable StorageTypesProto types) {
    List<StorageTypeProto> shown =
        types == null ? null : WireAliases.shown(types.getStorageTypesList());
    return types == null || shown == null
        ? types
        : StorageTypesProto.newBuilder()
            .setUnknownFields(
                WireAliases.beside(types.getUnknownFields(), types.getStorageTypesList()))
            .addAllStorageTypes(shown)
            .build();
  }

  private static StorageTypesProto restore(StorageTypesProto types) {
    List<StorageTypeProto> meant =
        WireAliases.meant(types.getUnknownFields(), types.getStorageTypesList());
    return meant == null ? types : StorageTypesProto.newBuilder().addAllStorageTypes(meant).build();
  }

  public static BlockStoragePolicyProto restore(BlockStoragePolicyProto policy) {
    BlockStoragePolicyProto.Builder meant =
        policy.toBuilder().setCreationPolicy(restore(policy.getCreationPolicy()));
    if (policy.hasCreationFallbackPolicy()) {
      meant.setCreationFallbackPolicy(restore(policy.getCreationFallbackPolicy()));
    }
    if (policy.hasReplicationFallbackPolicy()) {
      meant.setReplicationFallbackPolicy(restore(policy.getReplicationFallbackPolicy()));
    }
    return meant.build();
  }

  /**
   * Takes the quotas of custom types out of the list, which a stock peer would take for those of
   * DISK, and puts them beside it. DISK comes last: peers older than 3.4 take NVDIMM for it, too,
   * and the last of two counts.
   */
  public static StorageTypeQuotaInfosProto.Builder show(StorageTypeQuotaInfosProto.Builder quotas) {
    List<StorageTypeQuotaInfoProto> all = List.copyOf(quotas.getTypeQuotaInfoList());
    Predicate<StorageTypeQuotaInfoProto> isCustom = quota -> WireAliases.isCustom(quota.getType());
    List<StorageTypeQuotaInfoProto> custom = all.stream().filter(isCustom).toList();
    if (custom.isEmpty()) {
      return quotas;
    }
    ByteString hidden =
        StorageTypeQuotaInfosProto.newBuilder().addAllTypeQuotaInfo(custom).build().toByteString();
    UnknownFieldSet.Field field =
        UnknownFieldSet.Field.newBuilder().addLengthDelimited(hidden).build();
    return quotas
        .clearTypeQuotaInfo()
        .addAllTypeQuotaInfo(
            all.stream()
                .filter(isCustom.negate())
                .sorted(Comparator.comparing(quota -> quota.getType() == StorageTypeProto.DISK))
                .toList())
        .setUnknownFields(
            quotas.getUnknownFields().toBuilder().addField(CUSTOM_QUOTAS_FIELD, field).build());
  }

  /** Adds the quotas from the separate field; those of types unknown here are omitted. */
  public static StorageTypeQuotaInfosProto restore(StorageTypeQuotaInfosProto quotas) {
    if (!quotas.getUnknownFields().hasField(CUSTOM_QUOTAS_FIELD)) {
      return quotas;
    }
    StorageTypeQuotaInfosProto.Builder meant = quotas.toBuilder();
    for (ByteString hidden :
        quotas.getUnknownFields().getField(CUSTOM_QUOTAS_FIELD).getLengthDelimitedList()) {
      try {
        StorageTypeQuotaInfosProto.parseFrom(hidden).getTypeQuotaInfoList().stream()
            .filter(StorageTypeQuotaInfoProto::hasType)
            .forEach(meant::addTypeQuotaInfo);
      } catch (InvalidProtocolBufferException e) {
        throw new IllegalArgumentException("cannot read the quotas of custom storage types", e);
      }
    }
    return meant.build();
  }
}
