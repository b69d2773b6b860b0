package org.tieredhdfs.hdfs.overlay;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.StorageTypeProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.StorageTypeQuotaInfoProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.StorageTypeQuotaInfosProto;
import org.apache.hadoop.hdfs.protocolPB.PBHelperClient;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.hdfs.peers.ShownMessages;

/** The quotas of storage types as a client reads them that knows fewer types. */
class ShownQuotasTest {
  private static final StorageTypeProto NVME =
      PBHelperClient.convertStorageType(StorageType.valueOf("NVME"));

  private static StorageTypeQuotaInfoProto quota(StorageTypeProto type, long bytes) {
    return StorageTypeQuotaInfoProto.newBuilder()
        .setType(type)
        .setQuota(bytes)
        .setConsumed(0)
        .build();
  }

  private static StorageTypeQuotaInfosProto shown() {
    return ShownMessages.show(
            StorageTypeQuotaInfosProto.newBuilder()
                .addTypeQuotaInfo(quota(StorageTypeProto.DISK, 5))
                .addTypeQuotaInfo(quota(StorageTypeProto.NVDIMM, -1))
                .addTypeQuotaInfo(quota(NVME, 7)))
        .build();
  }

  @Test
  void diskComesLastSinceOlderClientsTakeUnknownTypesForIt() {
    assertThat(shown().getTypeQuotaInfoList())
        .containsExactly(quota(StorageTypeProto.NVDIMM, -1), quota(StorageTypeProto.DISK, 5));
  }

  @Test
  void quotaOfACustomTypeIsThereForThoseWhoKnowIt() {
    assertThat(ShownMessages.restore(shown()).getTypeQuotaInfoList()).contains(quota(NVME, 7));
  }
}
