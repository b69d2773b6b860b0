package org.tieredhdfs.hdfs.overlay;

import java.util.Objects;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.metrics2.AbstractMetric;
import org.apache.hadoop.metrics2.MetricsRecord;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.impl.MetricsCollectorImpl;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;

/** Reads the metrics {@code TieredTypeLimits} of a DataNode. */
public final class TypeMetrics {
  private TypeMetrics() {}

  /** A metric of one storage type; 0 if the type has not been used. */
  public static long of(DataNode datanode, StorageType type, String name) {
    MetricsSource source =
        DefaultMetricsSystem.instance().getSource("TieredTypeLimits-" + datanode.getDatanodeUuid());
    if (source == null) {
      return 0;
    }
    MetricsCollectorImpl collector = new MetricsCollectorImpl();
    source.getMetrics(collector, true);
    for (MetricsRecord record : collector.getRecords()) {
      boolean isOfType =
          record.tags().stream().anyMatch(tag -> Objects.equals(tag.value(), type.name()));
      if (isOfType) {
        for (AbstractMetric metric : record.metrics()) {
          if (metric.name().equals(name)) {
            return metric.value().longValue();
          }
        }
        throw new AssertionError("no metric " + name);
      }
    }
    return 0;
  }
}
