package org.tieredhdfs.bench.study;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.tieredhdfs.report.BenchmarkCase;

/**
 * What is too long for a report, beside it: {@code volumes.csv} with the load of each volume, and
 * {@code samples.csv} with RegionServer and machine over time.
 */
final class SampleLog {
  private static final String VOLUMES_HEAD =
      "case,side,repeat,volume,requestsPerSec,readMbPerSec,writeMbPerSec,awaitMs,utilPercent\n";
  private static final String SAMPLES_HEAD =
      "case,side,repeat,elapsedMs,memStoreBytes,heapBytes,flushQueue,compactionQueue,updatesBlockedMs,tooBusy,flushedBytes,compactedBytes,gcMs,walSyncMaxMs,cpuUserTicks,cpuSystemTicks,cpuIowaitTicks,cpuTotalTicks,networkBytes,memoryAvailableBytes\n";

  private final Path volumes;
  private final Path samples;

  SampleLog(Path folder) {
    volumes = folder.resolve("volumes.csv");
    samples = folder.resolve("samples.csv");
  }

  /** Forgets an earlier run. */
  void clear() throws IOException {
    Files.deleteIfExists(volumes);
    Files.deleteIfExists(samples);
  }

  void add(BenchmarkCase row, Map<String, DiskLoad> loads, List<LoadSampling.Moment> moments)
      throws IOException {
    StringBuilder loadLines = new StringBuilder();
    loads.forEach(
        (volume, load) ->
            loadLines.append(
                String.format(
                    Locale.ROOT,
                    "%s,%s,%.1f,%.2f,%.2f,%.2f,%.1f%n",
                    key(row),
                    volume,
                    load.requestsPerSec(),
                    load.readMbPerSec(),
                    load.writeMbPerSec(),
                    load.awaitMs(),
                    load.utilPercent())));
    append(volumes, VOLUMES_HEAD, loadLines);
    StringBuilder lines = new StringBuilder();
    moments.forEach(moment -> lines.append(line(row, moment)));
    append(samples, SAMPLES_HEAD, lines);
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

  private static void append(Path file, String head, StringBuilder lines) throws IOException {
    String text = (Files.exists(file) ? "" : head) + lines;
    Files.write(
        file,
        text.getBytes(StandardCharsets.UTF_8),
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }
}
