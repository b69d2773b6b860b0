package org.tieredhdfs.mover.service;

import static org.apache.hadoop.metrics2.lib.Interns.info;

import java.util.function.Supplier;
import org.apache.hadoop.metrics2.MetricsCollector;
import org.apache.hadoop.metrics2.MetricsRecordBuilder;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.MetricsSystem;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.util.StringUtils;
import org.tieredhdfs.mover.status.ServiceReport;

/** The service's metrics, for JMX and all sinks, while an instance is active. */
final class ServiceMetrics implements MetricsSource, AutoCloseable {
  static final String NAME = "FileMoverService";

  private final Supplier<ServiceReport> service;

  private ServiceMetrics(Supplier<ServiceReport> service) {
    this.service = service;
  }

  static ServiceMetrics register(Supplier<ServiceReport> service) {
    ServiceMetrics metrics = new ServiceMetrics(service);
    MetricsSystem system = DefaultMetricsSystem.instance();
    system.unregisterSource(NAME);
    return system.register(NAME, "The file-level mover's service", metrics);
  }

  @Override
  public void getMetrics(MetricsCollector collector, boolean all) {
    ServiceReport now = service.get();
    MetricsRecordBuilder record = collector.addRecord(NAME).setContext("filemover");
    gauge(record, "OpenRequests", "Open requests, for files and directories", now.open());
    gauge(record, "WaitingRequests", "Open requests that are not running", now.waiting());
    gauge(record, "DelayedRequests", "Waiting requests that are delayed", now.delayed());
    gauge(record, "RunningRequests", "Running requests", now.running());
    String oldest = "For how long the oldest request that does not wait could be done";
    gauge(record, "OldestRequestAgeMs", oldest, now.oldestAgeMs());
    String behind = "Transactions that are not read from the event stream yet; -1: unknown";
    gauge(record, "InotifyTransactionsBehind", behind, now.transactionsBehind());
    gauge(record, "FilesGivenUp", "Files given up that are still not in place", now.filesGivenUp());
    gauge(record, "BytesPerSecond", "Bytes moved per second, last minute", now.bytesPerSecond());
    record
        .addCounter(info("ReplicasMoved", "Replicas moved"), now.replicasMoved())
        .addCounter(info("BytesMoved", "Bytes moved"), now.bytesMoved());
    now.filesByOutcome()
        .forEach(
            (outcome, count) ->
                record.addCounter(
                    info("Files" + StringUtils.camelize(outcome.name()), "Files: " + outcome),
                    count));
    now.blocksByReason()
        .forEach(
            (reason, count) ->
                record.addCounter(
                    info("FailedBlocks" + StringUtils.camelize(reason.name()), reason.meaning()),
                    count));
  }

  private static void gauge(MetricsRecordBuilder record, String name, String what, long value) {
    MetricsRecordBuilder unused = record.addGauge(info(name, what), value);
  }

  @Override
  public void close() {
    DefaultMetricsSystem.instance().unregisterSource(NAME);
  }
}
