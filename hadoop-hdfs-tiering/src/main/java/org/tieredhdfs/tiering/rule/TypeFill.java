package org.tieredhdfs.tiering.rule;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorageReport;
import org.apache.hadoop.hdfs.server.protocol.StorageReport;

/**
 * How full a storage type is, on all DataNodes in service together.
 *
 * @param usedBytes what HDFS stores there
 * @param remainingBytes what it could store besides
 */
public record TypeUse(long usedBytes, long remainingBytes) {
  private static final TypeUse NONE = new TypeUse(0, 0);

  /** Asks the NameNode for those of all types that there are. */
  public static Map<StorageType, TypeUse> of(DFSClient client) throws IOException {
    Map<StorageType, TypeUse> uses = new HashMap<>();
    for (DatanodeStorageReport node : client.getDatanodeStorageReport(DatanodeReportType.LIVE)) {
      if (!node.getDatanodeInfo().isInService()) {
        continue;
      }
      for (StorageReport report : node.getStorageReports()) {
        if (!report.isFailed()) {
          TypeUse use = new TypeUse(report.getDfsUsed(), report.getRemaining());
          uses.merge(report.getStorage().getStorageType(), use, TypeUse::plus);
        }
      }
    }
    return uses;
  }

  static TypeUse of(Map<StorageType, TypeUse> uses, StorageType type) {
    return uses.getOrDefault(type, NONE);
  }

  private TypeUse plus(TypeUse other) {
    return new TypeUse(usedBytes + other.usedBytes, remainingBytes + other.remainingBytes);
  }

  long capacityBytes() {
    return usedBytes + remainingBytes;
  }
}
