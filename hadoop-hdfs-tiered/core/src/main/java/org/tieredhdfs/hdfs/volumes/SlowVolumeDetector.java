package org.tieredhdfs.hdfs.volumes;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.server.datanode.metrics.OutlierDetector;
import org.apache.hadoop.hdfs.server.protocol.OutlierMetrics;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the volumes of a DataNode that are much slower than the others of their storage type.
 *
 * <p>Hadoop's detector compares all volumes with each other, so that each hard disk beside flash is
 * an outlier, and is left out of writes where slow disks are. The statistics are Hadoop's, with its
 * keys; their least number of disks counts for each type. Thread-safe.
 */
public final class SlowVolumeDetector extends OutlierDetector {
  private static final Logger LOG = LoggerFactory.getLogger(SlowVolumeDetector.class);

  private final Supplier<Map<String, StorageType>> typesByPath;

  SlowVolumeDetector(
      long minDisks, long lowThresholdMs, Supplier<Map<String, StorageType>> typesByPath) {
    super(minDisks, lowThresholdMs);
    this.typesByPath = typesByPath;
  }

  /** Replaces a DataNode's detector, with the same settings. */
  public static OutlierDetector of(DataNode datanode, OutlierDetector stock) {
    return new SlowVolumeDetector(
        stock.getMinOutlierDetectionNodes(),
        stock.getLowThresholdMs(),
        () -> typesOf(datanode.getFSDataset()));
  }

  /**
   * The outliers among volumes.
   *
   * @param latenciesMs mean latency by the path of a volume; one that has been removed meanwhile is
   *     left out
   */
  @Override
  public Map<String, OutlierMetrics> getOutlierMetrics(Map<String, Double> latenciesMs) {
    Map<String, StorageType> types = typesByPath.get();
    Map<StorageType, Map<String, Double>> byType = new HashMap<>();
    latenciesMs.forEach(
        (path, latencyMs) -> {
          StorageType type = types.get(path);
          if (type != null) {
            byType.computeIfAbsent(type, any -> new HashMap<>()).put(path, latencyMs);
          }
        });
    Map<String, OutlierMetrics> outliers = new HashMap<>();
    byType.values().forEach(alike -> outliers.putAll(super.getOutlierMetrics(alike)));
    return outliers;
  }

  /** Throws nothing: an exception would end the calling thread, and with it the detection. */
  private static Map<String, StorageType> typesOf(@Nullable FsDatasetSpi<?> dataset) {
    Map<String, StorageType> types = new HashMap<>();
    if (dataset == null) {
      return types;
    }
    try (FsDatasetSpi.FsVolumeReferences volumes = dataset.getFsVolumeReferences()) {
      for (FsVolumeSpi volume : volumes) {
        types.put(volume.getBaseURI().getPath(), volume.getStorageType());
      }
    } catch (IOException e) {
      LOG.warn("Cannot release the references to volumes", e);
    }
    return types;
  }
}
