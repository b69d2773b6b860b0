package org.tieredhdfs.hdfs.health;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.StorageReportProto;
import org.apache.hadoop.hdfs.protocolPB.PBHelperClient;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;
import org.apache.hadoop.hdfs.server.protocol.StorageReport;
import org.apache.hadoop.thirdparty.protobuf.InvalidProtocolBufferException;
import org.apache.hadoop.thirdparty.protobuf.UnknownFieldSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How the health of a volume travels; stock classes are on this class path. */
class StorageReportBridgeTest {
  private static final StorageReport ROOM =
      new StorageReport(
          new DatanodeStorage("DS-1", DatanodeStorage.State.NORMAL, StorageType.SSD),
          false,
          100,
          20,
          70,
          15,
          10,
          "/mount");

  private static StorageReportProto sent(StorageReport report) throws Exception {
    StorageReportProto message = StorageReportBridge.tell(report, PBHelperClient.convert(report));
    return StorageReportProto.parseFrom(message.toByteArray());
  }

  @ParameterizedTest
  @EnumSource(VolumeCondition.class)
  void itArrivesAsItWasSent(VolumeCondition condition) throws Exception {
    VolumeReport health = new VolumeReport(condition, 123_456_789_012L);

    StorageReportProto message = sent(new VolumeStorageReport(ROOM, health));

    StorageReport heard = StorageReportBridge.hear(message, PBHelperClient.convert(message));
    assertThat(heard)
        .isInstanceOfSatisfying(
            VolumeStorageReport.class, told -> assertThat(told.health()).isEqualTo(health));
    assertThat(heard).usingRecursiveComparison().ignoringFields("health").isEqualTo(ROOM);
  }

  @Test
  void aStockNameNodeReadsWhatItHasAlwaysRead() throws Exception {
    StorageReport told = new VolumeStorageReport(ROOM, new VolumeReport(VolumeCondition.HUNG, 5));

    assertThat(PBHelperClient.convert(sent(told)))
        .isExactlyInstanceOf(StorageReport.class)
        .usingRecursiveComparison()
        .isEqualTo(ROOM);
  }

  @Test
  void aStockDataNodeTellsNothing() throws Exception {
    StorageReportProto message = sent(ROOM);

    assertThat(message).isEqualTo(PBHelperClient.convert(ROOM));
    assertThat(StorageReportBridge.hear(message, ROOM)).isSameAs(ROOM);
  }

  @Test
  void aConditionOfALaterVersionExcludesNothing() throws InvalidProtocolBufferException {
    UnknownFieldSet later =
        UnknownFieldSet.newBuilder()
            .addField(
                StorageReportBridge.CONDITION_FIELD,
                UnknownFieldSet.Field.newBuilder().addVarint(99).build())
            .build();
    StorageReportProto message =
        PBHelperClient.convert(ROOM).toBuilder().setUnknownFields(later).build();

    assertThat(StorageReportBridge.hear(message, ROOM))
        .isInstanceOfSatisfying(
            VolumeStorageReport.class,
            told ->
                assertThat(told.health())
                    .isEqualTo(new VolumeReport(VolumeCondition.IN_SERVICE, 0)));
  }

  /** They go over the wire between versions. */
  @Test
  void numbersStay() {
    assertThat(VolumeCondition.values())
        .extracting(VolumeCondition::number)
        .containsExactly(0, 1, 2, 3, 4, 5);
    assertThat(StorageReportBridge.CONDITION_FIELD).isEqualTo(64_002);
    assertThat(StorageReportBridge.BYTES_PER_SEC_FIELD).isEqualTo(64_003);
  }
}
