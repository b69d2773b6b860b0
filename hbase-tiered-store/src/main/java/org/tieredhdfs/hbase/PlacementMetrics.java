package org.tieredhdfs.hbase;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.metrics2.MetricsCollector;
import org.apache.hadoop.metrics2.MetricsRecordBuilder;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.MetricsSystem;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.metrics2.lib.Interns;
import org.apache.hadoop.metrics2.lib.MetricsRegistry;
import org.apache.hadoop.metrics2.lib.MutableCounterLong;
import org.apache.hadoop.util.StringUtils;

/**
 * The counters of placement and of paced writes in one process, a metrics2 source named {@code
 * TieredStore}.
 *
 * <p>Thread-safe. Bytes count replicas: a file of 1 MB with 3 replicas is 3 MB.
 */
public final class PlacementMetrics implements MetricsSource {
  /** The name in JMX and in metrics sinks. */
  public static final String NAME = "TieredStore";

  private static final PlacementMetrics INSTANCE = new PlacementMetrics();

  private final MetricsRegistry registry = new MetricsRegistry(NAME);
  private final Map<String, MutableCounterLong> counters = new ConcurrentHashMap<>();

  PlacementMetrics() {
    // Alerts need the counters from the start: an increase from nothing is none
    hooksFailed(0);
    outOfPlace(0, 0);
  }

  public static PlacementMetrics get() {
    return INSTANCE;
  }

  /** Shows the counters to JMX and metrics sinks; a second call does nothing. */
  public synchronized void register() {
    MetricsSystem system = DefaultMetricsSystem.instance();
    if (system.getSource(NAME) == null) {
      system.register(NAME, "Placement of HBase's files on storage types", this);
    }
  }

  void assigned(FileClass fileClass) {
    add("policySet" + inWords(fileClass), "Policies set on files", 1);
  }

  void notAssigned(FileClass fileClass) {
    add("policyNotSet" + inWords(fileClass), "Policies that could not be set", 1);
  }

  void corrected() {
    add("corrections", "Compacted files that were written under another policy", 1);
  }

  void unrouted() {
    add("unroutedStores", "Stores opened with policies but without this project's store engine", 1);
  }

  void auditDropped() {
    add("auditsDropped", "Files whose location was not checked for lack of time", 1);
  }

  void paced(long waitedMs) {
    add("pacedWrites", "Writes that waited as their region's memstore was nearly full", 1);
    add("pacedWriteMs", "Milliseconds that such writes waited", waitedMs);
  }

  void outOfPlace(int files, long bytes) {
    add("filesToMove", "Files that were not in place when they were committed", files);
    add("bytesToMove", "Bytes that were not in place when their file was committed", bytes);
  }

  void hooksFailed(int calls) {
    add("hooksFailed", "Calls by HBase that failed in this project, without harm to HBase", calls);
  }

  void asked(FileClass fileClass, StorageType type, long bytes) {
    add("bytesAsked" + inWords(fileClass) + inWords(type), "Bytes intended for the type", bytes);
  }

  void got(FileClass fileClass, StorageType type, long bytes) {
    add("bytesGot" + inWords(fileClass) + inWords(type), "Bytes stored on the type", bytes);
  }

  void fellBack(FileClass fileClass, long bytes) {
    add("bytesFellBack" + inWords(fileClass), "Bytes on another type than intended", bytes);
  }

  /** The value of a counter by its name; 0 if nothing was counted. */
  public long value(String name) {
    MutableCounterLong counter = counters.get(name);
    return counter == null ? 0 : counter.value();
  }

  private void add(String name, String description, long amount) {
    counters
        .computeIfAbsent(name, key -> registry.newCounter(Interns.info(key, description), 0L))
        .incr(amount);
  }

  private static String inWords(Enum<?> constant) {
    return StringUtils.camelize(constant.name());
  }

  @Override
  public void getMetrics(MetricsCollector collector, boolean all) {
    MetricsRecordBuilder record = collector.addRecord(registry.info());
    registry.snapshot(record, all);
  }
}
