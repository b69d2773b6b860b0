package org.tieredhdfs.hdfs.limit;

import java.util.HashMap;
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

  private static final Map<String, LimitMetrics> VISIBLE = new HashMap<>();

  private final Map<String, TypeUse> useByType;

  private LimitMetrics(Map<String, TypeUse> useByType) {
    this.useByType = useByType;
  }

  /** Shows those of a DataNode; those of an earlier one with the same id are shown no more. */
  static void publish(String datanodeUuid, Map<String, TypeUse> useByType) {
    String source = source(datanodeUuid);
    LimitMetrics metrics = new LimitMetrics(useByType);
    synchronized (VISIBLE) {
      VISIBLE.put(source, metrics);
      DefaultMetricsSystem.instance().unregisterSource(source);
      DefaultMetricsSystem.instance().register(source, "Limits of storage types", metrics);
    }
  }

  /** Shows those of a DataNode no more; those that have taken their place stay. */
  @SuppressWarnings("ReferenceEquality") // two of them may be equal, as long as nothing is used
  static void withdraw(String datanodeUuid, Map<String, TypeUse> useByType) {
    String source = source(datanodeUuid);
    synchronized (VISIBLE) {
      LimitMetrics shown = VISIBLE.get(source);
      if (shown != null && shown.useByType == useByType) {
        VISIBLE.remove(source);
        DefaultMetricsSystem.instance().unregisterSource(source);
      }
    }
  }

  private static String source(String datanodeUuid) {
    return RECORD + "-" + datanodeUuid;
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
