package org.tieredhdfs.mover.service;

import static org.apache.hadoop.metrics2.lib.Interns.info;

import java.util.Map;
import java.util.function.Supplier;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.metrics2.MetricsCollector;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.MetricsSystem;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.tieredhdfs.mover.namenode.ClusterSnapshot.Medium;

/**
 * Metrics of the cluster's storage types, with the type as a tag. Thread-safe; uses the service's
 * cached view, without calls.
 */
final class MediaMetrics implements MetricsSource, AutoCloseable {
  static final String NAME = "FileMoverMedia";

  private final Supplier<Map<StorageType, Medium>> media;

  private MediaMetrics(Supplier<Map<StorageType, Medium>> media) {
    this.media = media;
  }

  static MediaMetrics register(Supplier<Map<StorageType, Medium>> media) {
    MediaMetrics metrics = new MediaMetrics(media);
    MetricsSystem system = DefaultMetricsSystem.instance();
    system.unregisterSource(NAME);
    return system.register(NAME, "Storage types of the cluster", metrics);
  }

  @Override
  public void getMetrics(MetricsCollector collector, boolean all) {
    media
        .get()
        .forEach(
            (type, medium) ->
                collector
                    .addRecord(NAME)
                    .setContext("filemover")
                    .tag(info("StorageType", "Storage type"), type.name())
                    .addGauge(info("Nodes", "DataNodes in service with the type"), medium.nodes())
                    .addGauge(info("Volumes", "Volumes of the type"), medium.volumes())
                    .addGauge(info("CapacityBytes", "Capacity"), medium.capacityBytes())
                    .addGauge(info("RoomBytes", "Free space"), medium.roomBytes()));
  }

  @Override
  public void close() {
    DefaultMetricsSystem.instance().unregisterSource(NAME);
  }
}
