package org.tieredhdfs.hdfs.downgrade;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorageReport;
import org.apache.hadoop.hdfs.server.protocol.StorageReport;
import org.tieredhdfs.hdfs.types.StorageTypeParser;

/**
 * A volume of a type that stock Hadoop does not have.
 *
 * @param node host and port of its DataNode
 * @param type its type
 * @param storageId of the volume
 * @param usedBytes what blocks take there
 */
record CustomVolume(String node, String type, String storageId, long usedBytes) {

  /** All those of live DataNodes. */
  static List<CustomVolume> all(DistributedFileSystem fs) throws IOException {
    List<CustomVolume> volumes = new ArrayList<>();
    for (DatanodeStorageReport node :
        fs.getClient().getDatanodeStorageReport(DatanodeReportType.LIVE)) {
      for (StorageReport report : node.getStorageReports()) {
        DatanodeStorage storage = report.getStorage();
        String type = storage.getStorageType().name();
        if (!StorageTypeParser.STOCK_NAMES.contains(type)) {
          volumes.add(
              new CustomVolume(
                  node.getDatanodeInfo().getXferAddr(),
                  type,
                  storage.getStorageID(),
                  report.getBlockPoolUsed()));
        }
      }
    }
    return volumes;
  }

  /** One line for people, with what to do. */
  String describe() {
    return String.format(
        "DataNode %s: volume %s of type %s, %d bytes used: move its blocks away (hdfs"
            + " filemover move --recursive /), then remove it from dfs.datanode.data.dir; a"
            + " stock DataNode does not start with it",
        node, storageId, type, usedBytes);
  }
}
