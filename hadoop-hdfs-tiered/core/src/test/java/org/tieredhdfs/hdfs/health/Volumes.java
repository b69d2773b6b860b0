package org.tieredhdfs.hdfs.health;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManagerTestUtil;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;
import org.apache.hadoop.hdfs.server.protocol.StorageReport;

/** DataNodes with a volume each, as a NameNode has them, and what they report. */
final class Volumes {
  private static final long ROOM = 1L << 30;

  final List<DatanodeStorageInfo> storages = new ArrayList<>();

  Volumes add(int count, StorageType type) {
    for (int i = 0; i < count; i++) {
      int number = storages.size();
      DatanodeDescriptor node =
          DFSTestUtil.getDatanodeDescriptor(
              "10.0." + number / 250 + "." + (number % 250 + 1), "/rack");
      node.setAlive(true);
      storages.add(
          BlockManagerTestUtil.updateStorage(
              node, new DatanodeStorage("DS-" + number, DatanodeStorage.State.NORMAL, type)));
    }
    return this;
  }

  DatanodeStorageInfo get(int number) {
    return storages.get(number);
  }

  DatanodeDescriptor node(int number) {
    return get(number).getDatanodeDescriptor();
  }

  /** The reports of a heartbeat of one of them. */
  StorageReport[] told(int number, VolumeCondition condition) {
    return told(number, condition, ROOM);
  }

  StorageReport[] told(int number, VolumeCondition condition, long remainingBytes) {
    return new StorageReport[] {
      new VolumeStorageReport(
          stock(number, remainingBytes), new VolumeReport(condition, 1_000_000L + number))
    };
  }

  /** Those of a DataNode with stock Hadoop. */
  StorageReport[] stock(int number) {
    return new StorageReport[] {stock(number, ROOM)};
  }

  private StorageReport stock(int number, long remainingBytes) {
    DatanodeStorageInfo storage = get(number);
    DatanodeStorage described =
        new DatanodeStorage(
            storage.getStorageID(), DatanodeStorage.State.NORMAL, storage.getStorageType());
    return new StorageReport(described, false, ROOM, 0, remainingBytes, 0, 0);
  }
}
