package org.tieredhdfs.hdfs.peers;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.StorageTypeProto;
import org.apache.hadoop.hdfs.protocolPB.PBHelperClient;
import org.apache.hadoop.io.WritableUtils;
import org.apache.hadoop.thirdparty.protobuf.UnknownFieldSet;
import org.tieredhdfs.hdfs.agree.RegisteredTables;
import org.tieredhdfs.hdfs.types.StorageTypeBridge;

/**
 * The storage types in block tokens that stock DataNodes may get.
 *
 * <p>A stock DataNode fails on a token with a type that it does not know, for readers and writers,
 * even if its own replica is on DISK. So it finds aliases in the token, and the true types behind
 * all that it reads, where it ignores them. Both are signed. Stateless.
 */
public final class ReadableTokens {
  private static final byte[] NOTHING = {};

  private ReadableTokens() {}

  /**
   * The types where a stock DataNode reads them. A DISK is added for each type with another alias:
   * what a client with the overlay calls a custom type, a stock DataNode takes for DISK.
   *
   * @return aliases; the same array if it is to stay as it is
   */
  public static StorageType[] shown(StorageType[] types) {
    if (Arrays.stream(types).noneMatch(ReadableTokens::isCustom) || !isForStock(types)) {
      return types;
    }
    List<StorageType> shown = new ArrayList<>();
    List<StorageType> added = new ArrayList<>();
    for (StorageType type : types) {
      StorageType alias = StorageTypeBridge.alias(type);
      shown.add(alias == null ? type : alias);
      if (alias != null && alias != StorageType.DISK) {
        added.add(StorageType.DISK);
      }
    }
    shown.addAll(added);
    return shown.toArray(new StorageType[0]);
  }

  private static boolean isCustom(StorageType type) {
    return StorageTypeBridge.alias(type) != null;
  }

  /** Others than a NameNode do not know who is stock; only a stock type may be on such a node. */
  private static boolean isForStock(StorageType[] types) {
    return RegisteredTables.isNameNode()
        ? RegisteredTables.hasStock()
        : !Arrays.stream(types).allMatch(ReadableTokens::isCustom);
  }

  /**
   * Writes the true types behind a token with aliases.
   *
   * @param isProtobuf whether the token was written as protobuf
   * @param handshake the last field of the token, which is missing if it is empty
   */
  public static void writeTrue(
      DataOutput out, boolean isProtobuf, byte[] handshake, StorageType[] types)
      throws IOException {
    if (!isProtobuf && handshake.length == 0) {
      WritableUtils.writeVInt(out, 0);
    }
    out.write(
        WireAliases.beside(UnknownFieldSet.getDefaultInstance(), protos(types)).toByteArray());
  }

  private static List<StorageTypeProto> protos(StorageType[] types) {
    return Arrays.stream(types).map(PBHelperClient::convertStorageType).toList();
  }

  /**
   * The true types of a token.
   *
   * @param rest of what the token was read from
   * @param token all of it
   * @param types as read from it
   */
  public static StorageType[] meant(
      DataInput rest, boolean isProtobuf, byte[] token, StorageType[] types) {
    try {
      byte[] fields = isProtobuf ? token : rest(rest);
      return fields.length == 0 ? types : meant(UnknownFieldSet.parseFrom(fields), types);
    } catch (IOException e) {
      return types; // something else, of a Hadoop yet to come
    }
  }

  private static byte[] rest(DataInput from) throws IOException {
    // asked first, because reading nothing takes a buffer, too, and almost all tokens end here
    return from instanceof InputStream in && in.available() > 0 ? in.readAllBytes() : NOTHING;
  }

  private static StorageType[] meant(UnknownFieldSet fields, StorageType[] types) {
    int count = fields.getField(WireAliases.TRUE_TYPES_FIELD).getVarintList().size();
    List<StorageTypeProto> meant =
        count > types.length
            ? null
            : WireAliases.meant(fields, protos(Arrays.copyOf(types, count)));
    return meant == null
        ? types
        : meant.stream().map(PBHelperClient::convertStorageType).toArray(StorageType[]::new);
  }
}
