package org.tieredhdfs.hdfs.health;

import java.util.Map;
import java.util.TreeMap;
import javax.management.ObjectName;
import org.apache.hadoop.metrics2.MetricsCollector;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.metrics2.lib.Interns;
import org.apache.hadoop.metrics2.util.MBeans;
import org.apache.hadoop.util.Time;
import org.jspecify.annotations.Nullable;

/**
 * The health of volumes by storage type: a bean in JMX, and a record for each type in Hadoop's
 * metrics system, and so in every sink.
 *
 * <p>One for the process: that of the NameNode that was made last. Thread-safe.
 */
public final class VolumeHealthMetrics implements VolumeHealthMXBean, MetricsSource {
  /** The name in JMX, behind {@code Hadoop:service=NameNode,name=}. */
  public static final String NAME = "TieredReportedVolumes";

  private static final String SOURCE = "TieredReportedVolumesByType";
  private static @Nullable ObjectName bean;

  private final VolumeHealth health;

  VolumeHealthMetrics(VolumeHealth health) {
    this.health = health;
  }

  /** Shows those of a NameNode; those of an earlier one in this process are shown no more. */
  static synchronized void publish(VolumeHealth health) {
    if (bean != null) {
      MBeans.unregister(bean);
    }
    VolumeHealthMetrics metrics = new VolumeHealthMetrics(health);
    bean = MBeans.register("NameNode", NAME, metrics);
    DefaultMetricsSystem.instance().unregisterSource(SOURCE);
    DefaultMetricsSystem.instance().register(SOURCE, "Health of volumes by storage type", metrics);
  }

  @Override
  public Map<String, HealthTally> getStorageTypes() {
    Map<String, HealthTally> tallies = new TreeMap<>();
    health.tallies().forEach((type, tally) -> tallies.put(type.name(), tally));
    return tallies;
  }

  @Override
  public Map<String, String> getUnhealthyVolumes() {
    return health.unhealthy(Time.monotonicNow());
  }

  @Override
  public void getMetrics(MetricsCollector collector, boolean all) {
    getStorageTypes()
        .forEach(
            (type, tally) ->
                collector
                    .addRecord("TieredReportedVolumes")
                    .setContext("dfs")
                    .tag(Interns.info("StorageType", "storage type"), type)
                    .addGauge(
                        Interns.info("Reported", "volumes whose health is reported"),
                        tally.getReported())
                    .addGauge(Interns.info("Hung", "volumes that do not answer"), tally.getHung())
                    .addGauge(Interns.info("Slow", "volumes that are slow"), tally.getSlow())
                    .addGauge(
                        Interns.info("Excluded", "volumes that are avoided"), tally.getExcluded())
                    .addGauge(
                        Interns.info("Replaced", "volumes whose replicas do not count"),
                        tally.getReplaced())
                    .addGauge(
                        Interns.info("BeyondCap", "unhealthy volumes that are used all the same"),
                        tally.getBeyondCap()));
  }
}
