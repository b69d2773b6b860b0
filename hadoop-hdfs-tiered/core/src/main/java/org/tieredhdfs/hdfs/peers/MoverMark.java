package org.tieredhdfs.hdfs.peers;

import org.apache.hadoop.hdfs.protocol.proto.NamenodeProtocolProtos.GetBlockKeysRequestProto;
import org.apache.hadoop.thirdparty.protobuf.UnknownFieldSet;

/**
 * The mark by which a NameNode knows that a Mover or Balancer has the overlay: a field that stock
 * does not have, in the request for block keys, with which each of them begins. Stateless.
 */
public final class MoverMark {

  /** Part of the wire format. */
  static final int FIELD = 50_066;

  private MoverMark() {}

  public static GetBlockKeysRequestProto on(GetBlockKeysRequestProto request) {
    UnknownFieldSet.Field mark = UnknownFieldSet.Field.newBuilder().addVarint(1).build();
    return request.toBuilder()
        .setUnknownFields(request.getUnknownFields().toBuilder().addField(FIELD, mark).build())
        .build();
  }

  public static boolean isOn(GetBlockKeysRequestProto request) {
    return request.getUnknownFields().hasField(FIELD);
  }
}
