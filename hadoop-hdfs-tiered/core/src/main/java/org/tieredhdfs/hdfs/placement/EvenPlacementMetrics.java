package org.tieredhdfs.hdfs.placement;

import java.util.Map;
import java.util.TreeMap;
import javax.management.ObjectName;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.metrics2.MetricsCollector;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.metrics2.lib.Interns;
import org.apache.hadoop.metrics2.util.MBeans;
import org.jspecify.annotations.Nullable;

/**
 * How even the placement of a NameNode is by storage type: a bean in JMX, and a record for each
 * type in Hadoop's metrics system, and so in every sink.
 *
 * <p>One for the process: that of the NameNode that was made last. Thread-safe.
 */
public final class EvenPlacementMetrics implements PlacementMXBean, MetricsSource {
  /** The name in JMX, behind {@code Hadoop:service=NameNode,name=}. */
  public static final String NAME = "TieredPlacement";

  private static final String SOURCE = "TieredPlacementByType";
  private static @Nullable EvenPlacementMetrics published;
  private static @Nullable ObjectName bean;

  private final Loads loads;

  private EvenPlacementMetrics(Loads loads) {
    this.loads = loads;
  }

  static EvenPlacementMetrics of(Loads loads) {
    return new EvenPlacementMetrics(loads);
  }

  /** Shows the loads of a NameNode; those of an earlier one in this process are shown no more. */
  static synchronized void publish(Loads loads) {
    if (published != null && published.loads.equals(loads)) {
      return;
    }
    if (bean != null) {
      MBeans.unregister(bean);
    }
    EvenPlacementMetrics metrics = of(loads);
    published = metrics;
    bean = MBeans.register("NameNode", NAME, metrics);
    DefaultMetricsSystem.instance().unregisterSource(SOURCE);
    DefaultMetricsSystem.instance().register(SOURCE, "Placement by storage type", metrics);
  }

  @Override
  public Map<String, StorageBalance> getStorageTypes() {
    loads.refresh();
    Map<String, StorageBalance> balances = new TreeMap<>();
    for (StorageType type : loads.types()) {
      balances.put(type.name(), StorageBalance.of(loads.loads(type), loads.nowMs()));
    }
    return balances;
  }

  @Override
  public void getMetrics(MetricsCollector collector, boolean all) {
    getStorageTypes()
        .forEach(
            (type, balance) ->
                collector
                    .addRecord("TieredPlacement")
                    .setContext("dfs")
                    .tag(Interns.info("StorageType", "storage type"), type)
                    .addGauge(Interns.info("Nodes", "DataNodes with the type"), balance.getNodes())
                    .addGauge(
                        Interns.info("StoredMeanBytes", "mean of bytes stored on a volume"),
                        balance.getStoredMeanBytes())
                    .addGauge(
                        Interns.info("StoredMaxOverMean", "the fullest by the mean"),
                        balance.getStoredMaxOverMean())
                    .addGauge(
                        Interns.info("InFlightMeanBytes", "mean of bytes being written to one"),
                        balance.getInFlightMeanBytes())
                    .addGauge(
                        Interns.info("InFlightMaxOverMean", "the busiest by the mean"),
                        balance.getInFlightMaxOverMean()));
  }
}
