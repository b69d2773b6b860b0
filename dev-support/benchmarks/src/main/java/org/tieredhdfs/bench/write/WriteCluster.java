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
import org.tieredhdfs.bench.experiment.Experiment.Setting;
import org.tieredhdfs.linux.Sizes;
import org.tieredhdfs.localcluster.ClusterView;
import org.tieredhdfs.localcluster.media.Volume;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.localcluster.spec.Progress;

/**
 * NameNode and DataNodes of one side, each a process of its own; ended by {@link #close}. Used by
 * one thread.
 */
final class WriteCluster implements AutoCloseable {
  /** The folder for what measurements write. */
  static final String WRITTEN = "/written";

  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final long POLL_MS = 20;

  private final Progress progress;
  private final BenchCluster hdfs;
  private final List<Long> dataNodePids;
  private final int port;
  private long keptBytes;

  /** Starts it. */
  WriteCluster(Setting<WriteCase> setting, WriteMedia media, boolean stock)
      throws IOException, ClusterException {
    progress = setting.progress();
    hdfs = media.start(spec(setting, media, stock), progress);
    try {
      dataNodePids = WriteMedia.dataNodePids(hdfs.view());
      port = hdfs.view().dataNode("dn0").transferPort();
    } catch (IOException | ClusterException | RuntimeException e) {
      hdfs.close();
      throw e;
    }
  }

  /** With as many DataNodes as the most replicated case needs. */
  static ClusterSpec spec(Setting<WriteCase> setting, WriteMedia media, boolean stock) {
    int dataNodes = setting.cases().stream().mapToInt(WriteCase::replication).max().orElse(1);
    ClusterSpec.Builder builder = media.spec(setting.plan(), setting.pace(), stock, dataNodes);
    if (media != WriteMedia.RAM) {
      // else a stream would end in the page cache, and the device would not be measured
      builder.setting("dfs.datanode.synconclose", "true");
    }
    return setting.plan().build(builder);
  }

  ClusterView view() {
    return hdfs.view();
  }

  /** Where the DataNode is reached that gets the first replica of everything. */
  int port() {
    return port;
  }

  List<Long> dataNodePids() {
    return dataNodePids;
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
    Path written = new Path(WRITTEN);
    long endNs = System.nanoTime() + LIMIT.toNanos();
    while (hdfs.fs().exists(written) && !hasAllReplicas(written) && System.nanoTime() - endNs < 0) {
      Thread.sleep(POLL_MS);
    }
    hdfs.fs().delete(written, true);
  }

  private boolean hasAllReplicas(Path folder) throws IOException {
    RemoteIterator<LocatedFileStatus> files = hdfs.fs().listFiles(folder, true);
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
