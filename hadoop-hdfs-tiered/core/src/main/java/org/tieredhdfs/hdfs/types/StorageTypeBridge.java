package org.tieredhdfs.hdfs.types;

import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.StorageTypeProto;
import org.apache.hadoop.thirdparty.protobuf.Descriptors.EnumValueDescriptor;
import org.jspecify.annotations.Nullable;

/**
 * Translates custom storage types between the enum, its protobuf twin and their stable numbers.
 *
 * <p>For stock types every method answers null (or the ordinal), so that woven code continues with
 * stock behaviour. Only for use after the enums are initialised. Immutable, thread-safe.
 */
public final class StorageTypeBridge {
  private static final Map<StorageType, StorageTypeProto> TO_PROTO = new HashMap<>();
  private static final Map<StorageTypeProto, StorageType> FROM_PROTO = new HashMap<>();
  private static final Map<Integer, StorageType> BY_NUMBER = new HashMap<>();
  private static final Map<Integer, StorageTypeProto> PROTO_BY_NUMBER = new HashMap<>();
  private static final Map<StorageType, CustomStorageType> DEFINITIONS = new HashMap<>();
  private static final Map<StorageType, StorageType> ALIASES = new HashMap<>();
  private static final Map<StorageTypeProto, StorageTypeProto> PROTO_ALIASES = new HashMap<>();

  static {
    for (CustomStorageType custom : StorageTypeTable.types()) {
      StorageType type = StorageType.valueOf(custom.name());
      StorageTypeProto proto = StorageTypeProto.valueOf(custom.name());
      TO_PROTO.put(type, proto);
      FROM_PROTO.put(proto, type);
      BY_NUMBER.put(custom.number(), type);
      PROTO_BY_NUMBER.put(custom.number(), proto);
      DEFINITIONS.put(type, custom);
      ALIASES.put(type, StorageType.valueOf(custom.stockAlias()));
      PROTO_ALIASES.put(proto, StorageTypeProto.valueOf(custom.stockAlias()));
    }
  }

  private StorageTypeBridge() {}

  /** The definition of a custom type; null for a stock one. */
  public static @Nullable CustomStorageType definition(StorageType type) {
    return DEFINITIONS.get(type);
  }

  public static @Nullable StorageTypeProto toProto(StorageType type) {
    return TO_PROTO.get(type);
  }

  public static @Nullable StorageType fromProto(StorageTypeProto proto) {
    return FROM_PROTO.get(proto);
  }

  /** The custom type of a number; null if the number is a stock ordinal or unused. */
  public static @Nullable StorageType byNumber(int number) {
    return BY_NUMBER.get(number);
  }

  public static @Nullable StorageTypeProto protoByNumber(int number) {
    return PROTO_BY_NUMBER.get(number);
  }

  /** The alias of a custom type; null for a stock type. */
  public static @Nullable StorageType alias(StorageType type) {
    return ALIASES.get(type);
  }

  public static @Nullable StorageTypeProto aliasProto(StorageTypeProto type) {
    return PROTO_ALIASES.get(type);
  }

  /** Whether this process has a type of that name, stock or custom. */
  public static boolean isKnown(String name) {
    return StorageTypeParser.STOCK_NAMES.contains(name)
        || DEFINITIONS.values().stream().anyMatch(custom -> custom.name().equals(name));
  }

  /** The description of a custom constant, as protobuf makes it for numbers it does not know. */
  public static @Nullable EnumValueDescriptor descriptor(StorageTypeProto proto) {
    return FROM_PROTO.containsKey(proto)
        ? StorageTypeProto.getDescriptor().findValueByNumberCreatingIfUnknown(proto.getNumber())
        : null;
  }

  /**
   * The number of a type in edits: the ordinal of a stock type, the stable number of a custom one.
   */
  @SuppressWarnings("EnumOrdinal") // stock Hadoop persists the ordinal; we have to write the same
  public static int persistentNumber(StorageType type) {
    CustomStorageType custom = DEFINITIONS.get(type);
    return custom == null ? type.ordinal() : custom.number();
  }
}
