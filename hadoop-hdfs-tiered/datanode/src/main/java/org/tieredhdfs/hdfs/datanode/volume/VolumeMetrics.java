package org.tieredhdfs.hdfs.datanode.volume;

import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.metrics2.MetricsCollector;
import org.apache.hadoop.metrics2.MetricsRecordBuilder;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.metrics2.lib.Interns;
import org.apache.hadoop.metrics2.lib.MetricsRegistry;
import org.apache.hadoop.metrics2.lib.MutableCounterLong;
import org.apache.hadoop.metrics2.lib.MutableQuantiles;
import org.apache.hadoop.metrics2.lib.MutableRate;
import org.tieredhdfs.hdfs.health.VolumeCondition;

/**
 * The metrics of one volume in Hadoop's metrics system, and so in JMX and every sink.
 *
 * <p>Thread-safe.
 */
public final class VolumeMetrics implements MetricsSource {
  /** By their name: a volume that was removed and added again has that of the one before. */
  private static final Map<String, VolumeMetrics> VISIBLE = new HashMap<>();

  /** Execution and wait time of one operation: percentiles, and mean and maximum. */
  public static final class Timing {
    private final MutableRate execution;
    private final MutableRate wait;
    private final MutableQuantiles executionQuantiles;
    private final MutableQuantiles waitQuantiles;

    Timing(MetricsRegistry registry, String operation, int intervalSec) {
      String exec = operation + "ExecMicros";
      String waited = operation + "WaitMicros";
      execution = registry.newRate(exec, "microseconds of execution in " + operation, true, true);
      wait = registry.newRate(waited, "microseconds of waiting in " + operation, true, true);
      executionQuantiles =
          registry.newQuantiles(
              exec + intervalSec + "s", "microseconds of execution", "ops", "micros", intervalSec);
      waitQuantiles =
          registry.newQuantiles(
              waited + intervalSec + "s", "microseconds of waiting", "ops", "micros", intervalSec);
    }

    public void add(long execMicros, long waitMicros) {
      execution.add(execMicros);
      wait.add(waitMicros);
      executionQuantiles.add(execMicros);
      waitQuantiles.add(waitMicros);
    }

    void stop() {
      executionQuantiles.stop();
      waitQuantiles.stop();
    }
  }

  private final VolumeState volume;
  private final String name;
  private final MetricsRegistry registry = new MetricsRegistry("TieredVolume");
  public final Timing createRbw;
  public final Timing finalizeBlock;
  public final MutableCounterLong hangs = registry.newCounter("HangCount", "number of hangs", 0L);
  public final MutableCounterLong refused =
      registry.newCounter("RefusedOperations", "operations refused by the limit", 0L);
  public final MutableCounterLong cutOffWriters =
      registry.newCounter("CutOffWriters", "writers cut off because the volume stalled", 0L);
  public final MutableCounterLong droppedReaders =
      registry.newCounter("DroppedReaders", "readers cut off because the volume stalled", 0L);
  public final MutableCounterLong refusedReaders =
      registry.newCounter(
          "RefusedReaders", "readers refused once, to try other replicas first", 0L);

  VolumeMetrics(VolumeState volume, String storageType, int intervalSec) {
    this.volume = volume;
    this.name = "TieredVolume-" + volume.path();
    registry.setContext("dfs");
    registry.tag("StorageId", "storage id of the volume", volume.storageId());
    registry.tag("Volume", "path of the volume", volume.path());
    registry.tag("VolumeStorageType", "storage type of the volume", storageType);
    createRbw = new Timing(registry, "CreateRbw", intervalSec);
    finalizeBlock = new Timing(registry, "FinalizeBlock", intervalSec);
  }

  /** Makes the metrics visible, in place of those of the same name. */
  public void register() {
    synchronized (VISIBLE) {
      VISIBLE.put(name, this);
      DefaultMetricsSystem.instance().unregisterSource(name);
      DefaultMetricsSystem.instance().register(name, "State of a volume", this);
    }
  }

  /** The metrics are visible no more; those that have taken their place stay. */
  void close() {
    synchronized (VISIBLE) {
      if (VISIBLE.remove(name, this)) {
        DefaultMetricsSystem.instance().unregisterSource(name);
      }
    }
    createRbw.stop();
    finalizeBlock.stop();
  }

  @Override
  public void getMetrics(MetricsCollector collector, boolean all) {
    // The registry adds the context
    MetricsRecordBuilder record = collector.addRecord(registry.info());
    registry.snapshot(record, all);
    record.addGauge(Interns.info("OperationsInFlight", "threads in operations"), volume.threads());
    record.addGauge(Interns.info("BytesInFlight", "bytes of running I/O"), volume.bytesInFlight());
    record.addGauge(Interns.info("QueueLength", "threads waiting for a lock"), volume.waiting());
    record.addGauge(Interns.info("OldestIoMs", "age of the oldest I/O call"), volume.oldestIoMs());
    record.addGauge(
        Interns.info("OutOfUse", "1 while it reports no room"),
        volume.judgement().isHidden() ? 1 : 0);
    record.addGauge(
        Interns.info("Stalled", "1 while its users are being cut off"),
        volume.condition() == VolumeCondition.STALLED ? 1 : 0);
    record.addGauge(Interns.info("Hung", "1 while it does not answer"), volume.isHung() ? 1 : 0);
  }
}
