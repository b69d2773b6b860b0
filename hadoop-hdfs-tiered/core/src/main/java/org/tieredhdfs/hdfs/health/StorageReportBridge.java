package org.tieredhdfs.hdfs.health;

import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.StorageReportProto;
import org.apache.hadoop.hdfs.server.protocol.StorageReport;
import org.apache.hadoop.thirdparty.protobuf.UnknownFieldSet;

/**
 * Carries the health of a volume in the report of its room, with each heartbeat.
 *
 * <p>It goes in two fields that stock Hadoop does not know and so leaves alone. Stateless.
 */
public final class StorageReportBridge {
  /** Far above what Hadoop uses; part of the wire format. */
  static final int CONDITION_FIELD = 64_002;

  static final int BYTES_PER_SEC_FIELD = 64_003;

  private StorageReportBridge() {}

  /** The message with the health of the volume, if the report has it. */
  public static StorageReportProto tell(StorageReport report, StorageReportProto message) {
    if (!(report instanceof VolumeStorageReport told)) {
      return message;
    }
    VolumeReport health = told.health();
    UnknownFieldSet.Builder fields = message.getUnknownFields().toBuilder();
    fields.addField(CONDITION_FIELD, varint(health.condition().number()));
    if (health.bytesPerSec() > 0) {
      fields.addField(BYTES_PER_SEC_FIELD, varint(health.bytesPerSec()));
    }
    return message.toBuilder().setUnknownFields(fields.build()).build();
  }

  /** The report with the health of the volume, if its sender has told it. */
  public static StorageReport hear(StorageReportProto message, StorageReport report) {
    UnknownFieldSet fields = message.getUnknownFields();
    if (!fields.hasField(CONDITION_FIELD)) {
      return report;
    }
    return new VolumeStorageReport(
        report,
        new VolumeReport(
            VolumeCondition.of(last(fields, CONDITION_FIELD)), last(fields, BYTES_PER_SEC_FIELD)));
  }

  private static UnknownFieldSet.Field varint(long value) {
    return UnknownFieldSet.Field.newBuilder().addVarint(value).build();
  }

  /** The last of several counts, as it does in protobuf; 0 if there is none. */
  private static long last(UnknownFieldSet fields, int number) {
    return fields.getField(number).getVarintList().stream().reduce(0L, (before, one) -> one);
  }
}
