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
public record TypeFill(long usedBytes, long remainingBytes) {
  private static final TypeFill NONE = new TypeFill(0, 0);

  /** Asks the NameNode for those of all types that there are. */
  public static Map<StorageType, TypeFill> of(DFSClient client) throws IOException {
    Map<StorageType, TypeFill> fills = new HashMap<>();
    for (DatanodeStorageReport node : client.getDatanodeStorageReport(DatanodeReportType.LIVE)) {
      if (!node.getDatanodeInfo().isInService()) {
        continue;
      }
      for (StorageReport report : node.getStorageReports()) {
        if (!report.isFailed()) {
          TypeFill fill = new TypeFill(report.getDfsUsed(), report.getRemaining());
          fills.merge(report.getStorage().getStorageType(), fill, TypeFill::plus);
        }
      }
    }
    return fills;
  }

  /** That of a type; of one that no DataNode has, nothing. */
  public static TypeFill of(Map<StorageType, TypeFill> fills, StorageType type) {
    return fills.getOrDefault(type, NONE);
  }

  private TypeFill plus(TypeFill other) {
    return new TypeFill(usedBytes + other.usedBytes, remainingBytes + other.remainingBytes);
  }

  /** What HDFS can store there in all. */
  public long capacityBytes() {
    return usedBytes + remainingBytes;
  }
}
