package org.tieredhdfs.hdfs.datanode.report;

import java.util.function.Predicate;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.metrics.DataNodeDiskMetrics;
import org.apache.hadoop.hdfs.server.protocol.StorageReport;
import org.tieredhdfs.hdfs.datanode.volume.VolumeRegistry;
import org.tieredhdfs.hdfs.datanode.volume.VolumeState;
import org.tieredhdfs.hdfs.health.VolumeCondition;
import org.tieredhdfs.hdfs.health.VolumeReport;
import org.tieredhdfs.hdfs.health.VolumeStorageReport;

/**
 * Puts the health of volumes beside what a DataNode reports of their room with each heartbeat.
 *
 * <p>Thread-safe; does no I/O and waits for nobody.
 */
public final class VolumeReporter {
  private final VolumeRegistry registry;
  private final Predicate<String> isOutlier;

  /**
   * @param isOutlier whether Hadoop counts the volume with a path among the slow ones of its type
   */
  public VolumeReporter(VolumeRegistry registry, Predicate<String> isOutlier) {
    this.registry = registry;
    this.isOutlier = isOutlier;
  }

  /** That of a DataNode, which may look for slow disks itself. */
  public static VolumeReporter of(DataNode datanode, VolumeRegistry registry) {
    return new VolumeReporter(
        registry,
        path -> {
          DataNodeDiskMetrics disks = datanode.getDiskMetrics();
          return disks != null && disks.getDiskOutliersStats().containsKey(path);
        });
  }

  /**
   * The same reports with the health of their volumes; those of volumes unknown stay as they are.
   */
  public StorageReport[] withHealth(StorageReport[] reports) {
    StorageReport[] told = reports.clone();
    for (int i = 0; i < told.length; i++) {
      VolumeState volume = registry.find(told[i].getStorage().getStorageID());
      if (volume != null) {
        VolumeReport health =
            new VolumeReport(condition(volume), (long) volume.traffic().speed().bytesPerSec());
        told[i] = new VolumeStorageReport(told[i], health);
      }
    }
    return told;
  }

  private VolumeCondition condition(VolumeState volume) {
    VolumeCondition condition = volume.condition();
    return condition == VolumeCondition.IN_SERVICE && isOutlier.test(volume.path())
        ? VolumeCondition.SLOW
        : condition;
  }
}
