package org.tieredhdfs.bench.dfsio;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.Path;
import org.tieredhdfs.bench.BenchCluster;
import org.tieredhdfs.bench.BenchPlan;
import org.tieredhdfs.bench.devices.DeviceSettings;
import org.tieredhdfs.bench.devices.DiskStats;
import org.tieredhdfs.bench.devices.PageCache;
import org.tieredhdfs.bench.devices.VolumeDevices;
import org.tieredhdfs.bench.experiment.Outcome;
import org.tieredhdfs.bench.write.Measured;
import org.tieredhdfs.bench.write.WriteMedia;
import org.tieredhdfs.bench.write.process.Request;
import org.tieredhdfs.bench.write.process.StartedParts;
import org.tieredhdfs.bench.write.process.WorkerProcess;
import org.tieredhdfs.localcluster.media.MediaPace;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.localcluster.spec.Role;
import org.tieredhdfs.report.Side;

/**
 * HDFS of one side on one medium, and its client, each daemon a process of its own, on which cases
 * are measured; ended by {@link #close}. Used by one thread.
 */
final class DfsioCluster implements AutoCloseable {
  private static final int DATA_NODES = 3;
  private static final int DATA_NODE_HEAP_MB = 384;

  /** A client's stream has up to 80 packets of 64 KB under way, and there are up to 72. */
  private static final String CLIENT_HEAP = "-Xmx1536m";

  /** What each device may have in the page cache: the study wrote far more than memory holds. */
  private static final long WRITEBACK_BYTES = 16L << 20;

  private static final String FILES = "/dfsio/read";
  private static final String WRITTEN = "/dfsio/written";
  private static final int WARM_UP_THREADS = 12;
  private static final double BYTES_PER_MB = 1e6;
  private static final double NS_PER_SEC = 1e9;

  private final DfsioScale scale;
  private final StartedParts started = new StartedParts();
  private final BenchCluster hdfs;
  private final VolumeDevices devices;
  private final WorkerProcess client;
  private final List<Long> dataNodePids;

  /** Starts it. */
  DfsioCluster(BenchPlan plan, DfsioScale scale, WriteMedia media, MediaPace pace, Side side)
      throws IOException, ClusterException {
    this.scale = scale;
    boolean stock = side == Side.STOCK;
    boolean isUp = false;
    try {
      hdfs = media.start(spec(plan, media, pace, stock), Progress.silent());
      started.add(hdfs::close);
      devices = VolumeDevices.limited(hdfs.view().record().volumes(), WRITEBACK_BYTES, started);
      dataNodePids = WriteMedia.dataNodePids(hdfs.view());
      String jars = stock ? plan.classPaths().stock() : plan.classPaths().tiered();
      client =
          WorkerProcess.start(
              hdfs.view(),
              "client",
              hdfs.view().dirs().conf(),
              jars + ":" + WorkerProcess.programs(),
              DfsioClient.class,
              CLIENT_HEAP);
      started.add(client::close);
      isUp = true;
    } finally {
      if (!isUp) {
        started.close();
      }
    }
  }

  private static ClusterSpec spec(BenchPlan plan, WriteMedia media, MediaPace pace, boolean stock) {
    return plan.build(
        media
            .spec(plan, pace, stock, DATA_NODES)
            .heapMb(Role.DATANODE, DATA_NODE_HEAP_MB)
            // what the client writes is on one device, so that MB of both are the same
            .setting("dfs.replication", "1"));
  }

  /**
   * Writes the files that the cases read, and reads some again and again, so that code is compiled:
   * the start of a process is not what a case compares. Reads find all in the page cache.
   */
  void prepare(int warmUpSec) throws IOException, InterruptedException {
    client.ask(request(DfsioPattern.WRITE, WARM_UP_THREADS, true, FILES, scale.files(), 0));
    int some = Math.min(scale.files(), WARM_UP_THREADS);
    long startNanos = System.nanoTime();
    do {
      for (DfsioPattern pattern : List.of(DfsioPattern.SEQUENTIAL, DfsioPattern.RANDOM)) {
        client.ask(request(pattern, WARM_UP_THREADS, true, FILES, some, 0));
      }
    } while (System.nanoTime() - startNanos < TimeUnit.SECONDS.toNanos(warmUpSec));
  }

  /**
   * Runs a case once, with nothing of the files in the page cache if it reads.
   *
   * @param repeat seeds what is read at random: the same on both sides
   */
  Outcome measure(DfsioCase one, int repeat) throws IOException, InterruptedException {
    List<String> withoutReadAhead = one.readAhead() ? List.of() : devices.numbers();
    DeviceSettings off = DeviceSettings.withoutReadAhead(withoutReadAhead);
    try {
      PageCache.drop(hdfs.view().record().volumes());
      String path = one.pattern().isRead() ? FILES : WRITTEN;
      Request request =
          request(one.pattern(), one.threads(), one.readAhead(), path, scale.files(), repeat);
      DiskStats before = DiskStats.now();
      Measured measured = Measured.of(client, request, dataNodePids);
      DiskStats after = DiskStats.now();
      Map<String, Double> metrics = new LinkedHashMap<>(measured.metrics());
      metrics.putAll(ofTasks(measured.told()));
      metrics.putAll(devices.metrics(before, after));
      return Outcome.of(metrics, devices.loads(before, after));
    } finally {
      try (off) {
        hdfs.fs().delete(new Path(WRITTEN), true);
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
      DfsioPattern pattern, int threads, boolean readAhead, String path, int files, int seed) {
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

  @Override
  public void close() throws IOException, ClusterException {
    started.close();
  }
}
