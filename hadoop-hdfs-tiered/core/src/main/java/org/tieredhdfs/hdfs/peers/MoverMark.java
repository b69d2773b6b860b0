package org.tieredhdfs.hdfs.peers;

import org.apache.hadoop.hdfs.protocol.proto.NamenodeProtocolProtos.GetBlockKeysRequestProto;
import org.apache.hadoop.thirdparty.protobuf.UnknownFieldSet;

/**
 * Marks the requests of Movers and Balancers with the overlay: a field that Apache Hadoop does not
 * have, in the request for block keys, which each of them sends first. Stateless.
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
