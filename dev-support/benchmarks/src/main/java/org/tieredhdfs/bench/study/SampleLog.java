package org.tieredhdfs.bench.study;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;
import org.tieredhdfs.bench.rows.RunRecord;
import org.tieredhdfs.report.BenchmarkCase;

/** RegionServer and machine over time in each row of a report: {@code samples.csv} beside it. */
public final class SampleLog {
  private static final String SAMPLES_HEAD =
      "case,side,repeat,elapsedMs,memStoreBytes,heapBytes,flushQueue,compactionQueue,updatesBlockedMs,tooBusy,flushedBytes,compactedBytes,gcMs,walSyncMaxMs,cpuUserTicks,cpuSystemTicks,cpuIowaitTicks,cpuTotalTicks,networkBytes,memoryAvailableBytes\n";

  private final Path samples;

  /**
   * @param folder of the report
   */
  public SampleLog(Path folder) {
    samples = folder.resolve("samples.csv");
  }

  /** Forgets an earlier run, unless this one goes on with it. */
  public void begin(boolean resumes) throws IOException {
    if (!resumes) {
      Files.deleteIfExists(samples);
    }
  }

  /** Keeps the samples of a measurement, and returns the rest of it. */
  public RunRecord.Outcome keep(MeasuredYcsb.Outcome outcome) throws IOException {
    add(outcome.measured(), outcome.moments());
    return new RunRecord.Outcome(outcome.measured(), outcome.volumes());
  }

  void add(BenchmarkCase row, List<LoadSampling.Moment> moments) throws IOException {
    StringBuilder lines = new StringBuilder(Files.exists(samples) ? "" : SAMPLES_HEAD);
    moments.forEach(moment -> lines.append(line(row, moment)));
    Files.write(
        samples,
        lines.toString().getBytes(StandardCharsets.UTF_8),
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }

  private static String line(BenchmarkCase row, LoadSampling.Moment moment) {
    RegionServerSample server = moment.server();
    MachineSample machine = moment.machine();
    return String.format(
        Locale.ROOT,
        "%s,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d%n",
        key(row),
        moment.elapsedMs(),
        server.memStoreBytes(),
        server.heapBytes(),
        server.flushQueue(),
        server.compactionQueue(),
        server.updatesBlockedMs(),
        server.tooBusy(),
        server.flushedBytes(),
        server.compactedBytes(),
        server.gcMs(),
        server.walSyncMaxMs(),
        machine.userTicks(),
        machine.systemTicks(),
        machine.iowaitTicks(),
        machine.totalTicks(),
        machine.networkBytes(),
        machine.availableBytes());
  }

  private static String key(BenchmarkCase row) {
    return row.name() + "," + row.side().label() + "," + row.repeat();
  }
}
