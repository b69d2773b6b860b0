package org.tieredhdfs.hdfs.health;

import java.util.EnumMap;
import java.util.Map;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.proto.HdfsServerProtos.NNHAStatusHeartbeatProto;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.apache.hadoop.thirdparty.protobuf.InvalidProtocolBufferException;
import org.apache.hadoop.thirdparty.protobuf.UnknownFieldSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.hdfs.cluster.PeerCount;
import org.tieredhdfs.hdfs.cluster.PeerCounts;
import org.tieredhdfs.hdfs.cluster.PeerView;

/**
 * Carries what an active NameNode knows of the other DataNodes in its answer to a heartbeat.
 *
 * <p>It goes in a field that stock Hadoop does not know and so leaves alone: a message for each
 * storage type, with its name and two counts. Called by woven code, which must not fail a
 * heartbeat. Stateless.
 */
public final class HeartbeatAnswerBridge {
  private static final Logger LOG = LoggerFactory.getLogger(HeartbeatAnswerBridge.class);

  /** Far above what Hadoop uses; part of the wire format, as the fields of its message. */
  static final int PEERS_FIELD = 64_004;

  static final int TYPE_FIELD = 1;
  static final int NODES_FIELD = 2;
  static final int ANSWERING_FIELD = 3;

  private HeartbeatAnswerBridge() {}

  /** The answer to the heartbeat that the calling thread has taken in, with what is known. */
  public static @Nullable NNHAStatusHeartbeatProto tell(@Nullable NNHAStatusHeartbeatProto answer) {
    try {
      PeerCounts peers = VolumeHealth.peersOfHeard();
      return answer == null || peers == null || !isOfActive(answer) ? answer : with(answer, peers);
    } catch (RuntimeException e) {
      LOG.error("A heartbeat's answer goes without the other DataNodes", e);
      return answer;
    }
  }

  /** Takes in what the answer to the calling thread's heartbeat says. */
  public static void hear(@Nullable NNHAStatusHeartbeatProto answer) {
    try {
      if (answer != null && isOfActive(answer)) {
        PeerView.answered(peers(answer));
      }
    } catch (RuntimeException e) {
      LOG.error("What a heartbeat's answer says of the other DataNodes was not taken in", e);
    }
  }

  private static boolean isOfActive(NNHAStatusHeartbeatProto answer) {
    return answer.getState() == NNHAStatusHeartbeatProto.State.ACTIVE;
  }

  static NNHAStatusHeartbeatProto with(NNHAStatusHeartbeatProto answer, PeerCounts peers) {
    UnknownFieldSet.Field.Builder told = UnknownFieldSet.Field.newBuilder();
    peers.byType().forEach((type, count) -> told.addLengthDelimited(message(type, count)));
    UnknownFieldSet fields =
        answer.getUnknownFields().toBuilder().addField(PEERS_FIELD, told.build()).build();
    return answer.toBuilder().setUnknownFields(fields).build();
  }

  private static ByteString message(StorageType type, PeerCount count) {
    return UnknownFieldSet.newBuilder()
        .addField(
            TYPE_FIELD,
            UnknownFieldSet.Field.newBuilder()
                .addLengthDelimited(ByteString.copyFromUtf8(type.name()))
                .build())
        .addField(NODES_FIELD, varint(count.nodes()))
        .addField(ANSWERING_FIELD, varint(count.answering()))
        .build()
        .toByteString();
  }

  private static UnknownFieldSet.Field varint(int value) {
    return UnknownFieldSet.Field.newBuilder().addVarint(value).build();
  }

  /** What an answer says; null if it says nothing, or nothing that can be read. */
  static @Nullable PeerCounts peers(NNHAStatusHeartbeatProto answer) {
    UnknownFieldSet fields = answer.getUnknownFields();
    if (!fields.hasField(PEERS_FIELD)) {
      return null;
    }
    Map<StorageType, PeerCount> byType = new EnumMap<>(StorageType.class);
    for (ByteString one : fields.getField(PEERS_FIELD).getLengthDelimitedList()) {
      try {
        read(UnknownFieldSet.parseFrom(one), byType);
      } catch (InvalidProtocolBufferException e) {
        LOG.debug("Not a count of DataNodes", e);
        return null;
      }
    }
    return new PeerCounts(byType);
  }

  /** A type that is not known here has no volumes here. */
  private static void read(UnknownFieldSet one, Map<StorageType, PeerCount> byType) {
    for (ByteString name : one.getField(TYPE_FIELD).getLengthDelimitedList()) {
      for (StorageType type : StorageType.values()) {
        if (type.name().equals(name.toStringUtf8())) {
          byType.put(type, new PeerCount(count(one, NODES_FIELD), count(one, ANSWERING_FIELD)));
        }
      }
    }
  }

  private static int count(UnknownFieldSet one, int field) {
    return one.getField(field).getVarintList().stream()
        .reduce(0L, (before, next) -> next)
        .intValue();
  }
}
