package org.tieredhdfs.hdfs.health;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.proto.HdfsServerProtos.NNHAStatusHeartbeatProto;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.apache.hadoop.thirdparty.protobuf.UnknownFieldSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.hdfs.cluster.PeerCount;
import org.tieredhdfs.hdfs.cluster.PeerCounts;
import org.tieredhdfs.hdfs.cluster.PeerView;

/** What a heartbeat's answer says of other DataNodes, on the wire. */
class HeartbeatAnswerBridgeTest {
  private static final NNHAStatusHeartbeatProto ACTIVE =
      answer(NNHAStatusHeartbeatProto.State.ACTIVE);
  private static final PeerCounts COUNTS =
      new PeerCounts(
          Map.of(StorageType.SSD, new PeerCount(3, 2), StorageType.DISK, new PeerCount(300, 0)));

  private final PeerView view = new PeerView(System::nanoTime);

  @AfterEach
  void endRequest() {
    PeerView.answered(null);
  }

  private static NNHAStatusHeartbeatProto answer(NNHAStatusHeartbeatProto.State state) {
    return NNHAStatusHeartbeatProto.newBuilder().setState(state).setTxid(7).build();
  }

  private @Nullable PeerCounts heard(NNHAStatusHeartbeatProto answer) throws Exception {
    view.ask("BP-1");
    HeartbeatAnswerBridge.hear(NNHAStatusHeartbeatProto.parseFrom(answer.toByteString()));
    return view.last("BP-1");
  }

  @Test
  void whatIsToldIsHeard() throws Exception {
    NNHAStatusHeartbeatProto told = HeartbeatAnswerBridge.with(ACTIVE, COUNTS);
    assertThat(told.getTxid()).isEqualTo(7);
    assertThat(heard(told)).isEqualTo(COUNTS);
  }

  @Test
  void apacheHadoopsAnswerTellsNothing() throws Exception {
    assertThat(heard(ACTIVE)).isNull();
  }

  @Test
  void aStandbyIsNotHeard() throws Exception {
    NNHAStatusHeartbeatProto standby = answer(NNHAStatusHeartbeatProto.State.STANDBY);
    assertThat(heard(HeartbeatAnswerBridge.with(standby, COUNTS))).isNull();
  }

  @Test
  void whatCannotBeReadTellsNothing() throws Exception {
    UnknownFieldSet garbage =
        UnknownFieldSet.newBuilder()
            .addField(
                HeartbeatAnswerBridge.PEERS_FIELD,
                UnknownFieldSet.Field.newBuilder()
                    .addLengthDelimited(ByteString.copyFromUtf8("no message"))
                    .build())
            .build();
    assertThat(heard(ACTIVE.toBuilder().setUnknownFields(garbage).build())).isNull();
  }
}
