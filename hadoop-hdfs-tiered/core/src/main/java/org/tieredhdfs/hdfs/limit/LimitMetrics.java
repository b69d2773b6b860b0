package org.tieredhdfs.hdfs.limit;

import java.util.Map;
import org.apache.hadoop.metrics2.MetricsCollector;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.metrics2.lib.Interns;

/**
 * What the limits of a DataNode's storage types do: a record for each type in Hadoop's metrics
 * system, and so in JMX and every sink.
 *
 * <p>Thread-safe.
 */
final class LimitMetrics implements MetricsSource {
  /** The name of the records. */
  static final String RECORD = "TieredTypeLimits";

  private final Map<String, TypeUse> useByType;

  private LimitMetrics(Map<String, TypeUse> useByType) {
    this.useByType = useByType;
  }

  /** Shows those of a DataNode; those of an earlier one with the same id are shown no more. */
  static void publish(String datanodeUuid, Map<String, TypeUse> useByType) {
    String source = RECORD + "-" + datanodeUuid;
    DefaultMetricsSystem.instance().unregisterSource(source);
    DefaultMetricsSystem.instance()
        .register(source, "Limits of storage types", new LimitMetrics(useByType));
  }

  @Override
  public void getMetrics(MetricsCollector collector, boolean all) {
    useByType.forEach(
        (type, use) ->
            collector
                .addRecord(RECORD)
                .setContext("dfs")
                .tag(Interns.info("StorageType", "storage type"), type)
                .addGauge(
                    Interns.info("Writers", "blocks that are being received"),
                    use.writers().inProgress())
                .addGauge(
                    Interns.info("WaitingWriters", "writers that wait for the limit"),
                    use.writers().waiting())
                .addCounter(
                    Interns.info("RefusedWriters", "writers refused by the limit"),
                    use.writers().refused())
                .addGauge(
                    Interns.info("LimitedReaders", "blocks that are being sent, if limited"),
                    use.readers().inProgress())
                .addGauge(
                    Interns.info("WaitingReaders", "readers that wait for the limit"),
                    use.readers().waiting())
                .addCounter(
                    Interns.info("RefusedReaders", "readers refused by the limit"),
                    use.readers().refused())
                .addCounter(
                    Interns.info("WriteThrottleWaits", "packets or groups that had to wait"),
                    use.throttleWaits())
                .addCounter(
                    Interns.info("WriteThrottleWaitMs", "milliseconds that they waited"),
                    use.throttledMs()));
  }
}
