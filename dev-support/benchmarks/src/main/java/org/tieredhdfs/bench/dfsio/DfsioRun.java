package org.tieredhdfs.bench.dfsio;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.tieredhdfs.bench.devices.DeviceReadAhead;
import org.tieredhdfs.bench.devices.DiskStats;
import org.tieredhdfs.bench.devices.PageCache;
import org.tieredhdfs.bench.rows.RunRecord;
import org.tieredhdfs.bench.write.Measured;
import org.tieredhdfs.bench.write.process.Request;
import org.tieredhdfs.linux.ProcessCosts;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Side;

/** Measures cases on one cluster. Used by one thread. */
final class DfsioRun {
  private static final String FILES = "/dfsio/read";
  private static final String WRITTEN = "/dfsio/written";
  private static final int WARM_UP_THREADS = 12;
  private static final double BYTES_PER_MB = 1e6;
  private static final double NS_PER_SEC = 1e9;

  private final DfsioCluster cluster;
  private final DfsioScale scale;

  DfsioRun(DfsioCluster cluster, DfsioScale scale) {
    this.cluster = cluster;
    this.scale = scale;
  }

  /**
   * Writes the files that the cases read, and reads some again and again, so that code is compiled:
   * the start of a process is not what a case compares. Reads find all in the page cache.
   */
  void prepare(int warmUpSec) throws IOException, InterruptedException {
    cluster
        .client()
        .ask(request(DfsioPattern.WRITE, WARM_UP_THREADS, FILES, true, scale.files(), 0));
    int some = Math.min(scale.files(), WARM_UP_THREADS);
    long startNanos = System.nanoTime();
    do {
      for (DfsioPattern pattern : List.of(DfsioPattern.SEQUENTIAL, DfsioPattern.RANDOM)) {
        cluster.client().ask(request(pattern, WARM_UP_THREADS, FILES, true, some, 0));
      }
    } while (System.nanoTime() - startNanos < TimeUnit.SECONDS.toNanos(warmUpSec));
  }

  /**
   * Runs a case once, with nothing of the files in the page cache if it reads.
   *
   * @param repeat seeds what is read at random: the same on both sides
   */
  RunRecord.Outcome measure(DfsioCase one, Side side, int repeat)
      throws IOException, InterruptedException {
    if (one.readAhead()) {
      return measureNow(one, side, repeat);
    }
    DeviceReadAhead off = DeviceReadAhead.off(cluster.devices().numbers());
    try {
      return measureNow(one, side, repeat);
    } finally {
      off.close();
    }
  }

  private RunRecord.Outcome measureNow(DfsioCase one, Side side, int repeat)
      throws IOException, InterruptedException {
    PageCache.drop(cluster.volumes());
    String path = one.pattern().isRead() ? FILES : WRITTEN;
    Request request =
        request(one.pattern(), one.threads(), path, one.readAhead(), scale.files(), repeat);
    try {
      DiskStats before = DiskStats.now();
      Measured measured =
          Measured.of(
              () -> cluster.client().ask(request),
              () -> ProcessCosts.of(cluster.client().pid()),
              cluster::dataNodeCosts);
      DiskStats after = DiskStats.now();
      Map<String, Double> metrics = new LinkedHashMap<>(measured.metrics());
      metrics.putAll(ofTasks(measured.told()));
      metrics.putAll(cluster.devices().metrics(before, after));
      return new RunRecord.Outcome(
          new BenchmarkCase(one.name(), side, repeat, metrics),
          cluster.devices().loads(before, after));
    } finally {
      if (!one.pattern().isRead()) {
        cluster.delete(WRITTEN);
      }
    }
  }

  /** What DFSIO calls its throughput: all bytes by the sum of the times of all files. */
  static Map<String, Double> ofTasks(Map<String, Double> told) {
    double seconds = told.getOrDefault("taskNs", 0.0) / NS_PER_SEC;
    double mb = told.getOrDefault("bytes", 0.0) / BYTES_PER_MB;
    return seconds > 0 ? Map.of("fileMbPerSec", mb / seconds) : Map.of();
  }

  private Request request(
      DfsioPattern pattern, int threads, String path, boolean readAhead, int files, int seed) {
    return Request.of(pattern.label())
        .with("path", path)
        .with("files", files)
        .with("threads", threads)
        .with("fileBytes", scale.fileBytes())
        .with("readBytes", scale.readBytes(pattern, readAhead))
        .with("recordBytes", DfsioScale.RECORD_BYTES)
        .with("skipBytes", DfsioScale.SKIP_BYTES)
        .with("readAhead", readAhead)
        .with("seed", seed);
  }
}
