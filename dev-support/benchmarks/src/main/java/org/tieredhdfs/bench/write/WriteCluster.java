package org.tieredhdfs.bench.write;

import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.tieredhdfs.bench.BenchCluster;
import org.tieredhdfs.bench.BenchPlan;
import org.tieredhdfs.linux.ProcessCosts;
import org.tieredhdfs.linux.Sizes;
import org.tieredhdfs.localcluster.ClusterStatus.DaemonStatus;
import org.tieredhdfs.localcluster.ClusterView;
import org.tieredhdfs.localcluster.media.MediaPace;
import org.tieredhdfs.localcluster.media.Volume;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.localcluster.spec.Role;

/**
 * NameNode and DataNodes of one side, each a process of its own; ended by {@link #close}. Used by
 * one thread.
 */
final class WriteCluster implements AutoCloseable {
  private static final Path WRITTEN = new Path("/written");
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final long POLL_MS = 20;

  private final BenchCluster hdfs;
  private final List<Long> dataNodePids;
  private final int port;
  private final Progress progress;
  private long keptBytes;

  private WriteCluster(BenchCluster hdfs, List<Long> dataNodePids, int port, Progress progress) {
    this.hdfs = hdfs;
    this.dataNodePids = dataNodePids;
    this.port = port;
    this.progress = progress;
  }

  static WriteCluster start(WritePlan plan, MediaPace pace, boolean stock, Progress progress)
      throws IOException, ClusterException {
    BenchCluster hdfs = BenchCluster.start(spec(plan, pace, stock), progress);
    try {
      hdfs.fs().setStoragePolicy(new Path("/"), plan.media().policy(stock));
      List<Long> pids =
          hdfs.view().status().daemons().stream()
              .filter(daemon -> daemon.role().equals(Role.DATANODE.title()))
              .map(DaemonStatus::pid)
              .toList();
      return new WriteCluster(hdfs, pids, hdfs.view().dataNode("dn0").transferPort(), progress);
    } catch (IOException | ClusterException | RuntimeException e) {
      hdfs.close();
      throw e;
    }
  }

  static ClusterSpec spec(WritePlan plan, MediaPace pace, boolean stock) {
    BenchPlan bench = plan.bench();
    ClusterSpec.Builder builder =
        ClusterSpec.builder(bench.dir().resolve(stock ? "stock" : "ours"), bench.classPaths())
            .stock(stock)
            .hbase(false)
            .dataNodes(plan.dataNodes())
            .setting("dfs.blocksize", "128m")
            // choose the requested node even if many of its threads are busy
            .setting("dfs.namenode.redundancy.considerLoad", "false")
            // the NameNode must not wait for this machine's disk, which is not measured
            .setting("dfs.namenode.edits.noeditlogchannelflush", "true");
    plan.media().addTo(builder, pace);
    if (!stock) {
      builder.setting(
          "dfs.datanode.fsdataset.factory", "org.tieredhdfs.hdfs.datanode.TieredFsDatasetFactory");
    }
    if (plan.media() != WriteMedia.RAM) {
      // else a stream would end in the page cache, and the device would not be measured
      builder.setting("dfs.datanode.synconclose", "true");
    }
    bench.settings().forEach(builder::setting);
    if (!stock) {
      plan.levers().forEach(builder::setting);
    }
    return builder.build();
  }

  ClusterView view() {
    return hdfs.view();
  }

  /** Where the DataNode is reached that gets the first replica of everything. */
  int port() {
    return port;
  }

  /** What all DataNodes have cost until now. */
  ProcessCosts costs() throws IOException {
    return ProcessCosts.of(dataNodePids);
  }

  /** A new path for what one measurement writes. */
  String written(String name) {
    return new Path(WRITTEN, name).toUri().getPath();
  }

  /** What lies on the volumes now stays there; what comes on top is deleted. */
  void keepWhatIsThere() {
    keptBytes = storedBytes();
  }

  /**
   * Deletes what measurements wrote; {@link #awaitDeletion} sees the end of it.
   *
   * <p>The client does not wait for the last replica of a file, and one that the NameNode hears of
   * when the file is gone might stay until the next full block report.
   */
  void delete() throws IOException, InterruptedException {
    long endNs = System.nanoTime() + LIMIT.toNanos();
    while (!hasAllReplicas() && System.nanoTime() - endNs < 0) {
      Thread.sleep(POLL_MS);
    }
    hdfs.fs().delete(WRITTEN, true);
  }

  private boolean hasAllReplicas() throws IOException {
    if (!hdfs.fs().exists(WRITTEN)) {
      return true;
    }
    RemoteIterator<LocatedFileStatus> files = hdfs.fs().listFiles(WRITTEN, true);
    while (files.hasNext()) {
      LocatedFileStatus file = files.next();
      for (BlockLocation block : file.getBlockLocations()) {
        if (block.getHosts().length < file.getReplication()) {
          return false;
        }
      }
    }
    return true;
  }

  /** Waits until the DataNodes have deleted the blocks, so that it does not weigh on what comes. */
  void awaitDeletion() throws InterruptedException {
    long endNs = System.nanoTime() + LIMIT.toNanos();
    while (storedBytes() > keptBytes) {
      if (System.nanoTime() - endNs > 0) {
        long left = storedBytes() - keptBytes;
        progress.done("not deleted in " + LIMIT.toSeconds() + " s: " + Sizes.format(left));
        keptBytes += left;
      }
      Thread.sleep(POLL_MS);
    }
  }

  private long storedBytes() {
    return hdfs.view().record().volumes().stream()
        .map(Volume::path)
        .mapToLong(path -> blockBytes(path.toFile()))
        .sum();
  }

  /** Bytes of the block files below a folder, of which some may vanish meanwhile. */
  private static long blockBytes(File file) {
    File[] entries = file.listFiles();
    if (entries == null) {
      return file.getName().startsWith("blk_") ? file.length() : 0;
    }
    long bytes = 0;
    for (File entry : entries) {
      bytes += blockBytes(entry);
    }
    return bytes;
  }

  @Override
  public void close() throws IOException, ClusterException {
    hdfs.close();
  }
}
