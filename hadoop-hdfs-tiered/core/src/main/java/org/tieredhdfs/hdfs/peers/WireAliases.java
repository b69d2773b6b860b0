package org.tieredhdfs.hdfs.peers;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.StorageTypeProto;
import org.apache.hadoop.thirdparty.protobuf.UnknownFieldSet;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.types.StorageTypeBridge;

/**
 * The encoding of custom storage types in messages that stock peers read.
 *
 * <p>Stock protobuf takes a number that its enum does not know for an unknown field, so that a list
 * of types comes out shorter than the list of places which it goes with. So a custom type is sent
 * as its stock alias, and if a list has any, the numbers of all its types go into a field that the
 * stock message does not have:
 *
 * <pre>
 *   storageTypes   DISK     DISK  DISK
 *   field 50064    64       1     1
 * </pre>
 *
 * A reader that does not know a number keeps the alias. Stateless.
 */
final class WireAliases {

  /** Far from what Hadoop numbers; part of the wire format, never to be changed. */
  static final int TRUE_TYPES_FIELD = 50_064;

  private WireAliases() {}

  static boolean isCustom(StorageTypeProto type) {
    return StorageTypeBridge.fromProto(type) != null;
  }

  /** The aliases of these types; null if all are stock types. */
  static @Nullable List<StorageTypeProto> shown(List<StorageTypeProto> types) {
    List<StorageTypeProto> shown = null;
    for (int i = 0; i < types.size(); i++) {
      StorageTypeProto alias = StorageTypeBridge.aliasProto(types.get(i));
      if (alias != null) {
        shown = shown == null ? new ArrayList<>(types) : shown;
        shown.set(i, alias);
      }
    }
    return shown;
  }

  /** The unknown fields of a message, with the true types added. */
  static UnknownFieldSet beside(UnknownFieldSet fields, List<StorageTypeProto> types) {
    UnknownFieldSet.Field.Builder numbers = UnknownFieldSet.Field.newBuilder();
    types.forEach(type -> numbers.addVarint(type.getNumber()));
    return fields.toBuilder().addField(TRUE_TYPES_FIELD, numbers.build()).build();
  }

  /** The true types for a list of aliases; null if the message has none. */
  static @Nullable List<StorageTypeProto> meant(
      UnknownFieldSet fields, List<StorageTypeProto> shown) {
    if (!fields.hasField(TRUE_TYPES_FIELD)) {
      return null;
    }
    List<Long> numbers = fields.getField(TRUE_TYPES_FIELD).getVarintList();
    if (numbers.size() != shown.size()) {
      return null;
    }
    List<StorageTypeProto> meant = new ArrayList<>(shown);
    for (int i = 0; i < meant.size(); i++) {
      StorageTypeProto type = StorageTypeProto.forNumber(numbers.get(i).intValue());
      if (type != null) {
        meant.set(i, type);
      }
    }
    return meant;
  }
}
