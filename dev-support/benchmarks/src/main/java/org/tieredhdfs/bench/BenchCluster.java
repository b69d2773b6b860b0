package org.tieredhdfs.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.tieredhdfs.localcluster.ClusterStatus.DaemonStatus;
import org.tieredhdfs.localcluster.ClusterView;
import org.tieredhdfs.localcluster.DaemonControl;
import org.tieredhdfs.localcluster.LocalCluster;
import org.tieredhdfs.localcluster.media.Media;
import org.tieredhdfs.localcluster.media.MediaPace;
import org.tieredhdfs.localcluster.media.Volume;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.localcluster.spec.DataNodeAddress;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.report.Side;

/** A running HDFS cluster of a benchmark with a client of its own; ended by {@link #close}. */
public final class BenchCluster implements AutoCloseable {
  private static final int BUFFER_BYTES = 64 * 1024;

  private final LocalCluster cluster;
  private final ClusterView view;
  private final DistributedFileSystem fs;

  private BenchCluster(LocalCluster cluster, ClusterView view, DistributedFileSystem fs) {
    this.cluster = cluster;
    this.view = view;
    this.fs = fs;
  }

  /**
   * HDFS of one side on emulated media, in the directory of the plan; the user's own settings are
   * to come on top.
   */
  public static ClusterSpec.Builder spec(BenchPlan plan, MediaPace pace, Side side) {
    return spec(plan, plan.dir(), pace, side == Side.STOCK);
  }

  /** The same in another directory. */
  public static ClusterSpec.Builder spec(
      BenchPlan plan, java.nio.file.Path dir, MediaPace pace, boolean stock) {
    ClusterSpec.Builder builder =
        ClusterSpec.builder(dir, plan.classPaths())
            .stock(stock)
            .hbase(false)
            .emulatedMedia(true)
            .mediaPace(pace)
            // A node is chosen even if many of its threads are stuck or busy
            .setting("dfs.namenode.redundancy.considerLoad", "false")
            // The NameNode must not wait for this machine's disk, which is not measured
            .setting("dfs.namenode.edits.noeditlogchannelflush", "true");
    return stock
        ? builder
        : builder.setting(
            "dfs.datanode.fsdataset.factory",
            "org.tieredhdfs.hdfs.datanode.TieredFsDatasetFactory");
  }

  /** Starts one, as the spec says. */
  public static BenchCluster start(ClusterSpec spec, Progress progress)
      throws IOException, ClusterException {
    LocalCluster cluster = new LocalCluster(spec, progress);
    try {
      ClusterView view = cluster.startHdfs();
      return new BenchCluster(cluster, view, connect(view));
    } catch (IOException | ClusterException | RuntimeException e) {
      try {
        cluster.close();
      } catch (IOException | ClusterException another) {
        e.addSuppressed(another);
      }
      throw e;
    }
  }

  private static DistributedFileSystem connect(ClusterView view) throws IOException {
    Configuration conf = view.hdfsConf();
    // By default a client that closes a small file waits 400 ms for the NameNode to learn of the
    // block, and gives up after some seconds. Neither is to be measured.
    conf.set("dfs.client.block.write.locateFollowingBlock.initial.delay.ms", "5");
    conf.set("dfs.client.block.write.locateFollowingBlock.max.delay.ms", "20");
    conf.set("dfs.client.block.write.locateFollowingBlock.retries", "10000");
    // No warnings: the report has the slow operations.
    conf.set("dfs.client.slow.io.warning.threshold.ms", "3600000");
    FileSystem fs = FileSystem.newInstance(conf);
    if (fs instanceof DistributedFileSystem hdfs) {
      return hdfs;
    }
    throw new IOException("the file system of the cluster is no HDFS: " + fs.getUri());
  }

  public DistributedFileSystem fs() {
    return fs;
  }

  public ClusterView view() {
    return view;
  }

  /**
   * Its volumes, to be slowed and frozen.
   *
   * @throws ClusterException if they are not emulated
   */
  public Media media() throws ClusterException {
    return view.media();
  }

  /** All volumes of a DataNode. */
  public List<Volume> volumes(String dataNode) {
    return view.record().volumes().stream()
        .filter(volume -> volume.dataNode().equals(dataNode))
        .toList();
  }

  /** The process of a daemon. */
  public long pid(String daemon) throws IOException, ClusterException {
    return view.status().daemons().stream()
        .filter(one -> one.name().equals(daemon) && one.pid() > 0)
        .mapToLong(DaemonStatus::pid)
        .findFirst()
        .orElseThrow(() -> new ClusterException(daemon + " does not run"));
  }

  /** The volumes of one type of a DataNode, in order. */
  public List<Volume> volumes(String dataNode, String label) {
    return volumes(dataNode).stream().filter(volume -> volume.label().equals(label)).toList();
  }

  /** Writes one file of one replica to a DataNode and closes it. */
  public void write(Path path, byte[] content, DataNodeAddress node, boolean sync)
      throws IOException {
    try (FSDataOutputStream out = create(path, 1, node)) {
      out.write(content);
      if (sync) {
        out.hsync();
      }
    }
  }

  /** Creates a file of which a given DataNode gets the first replica. */
  public FSDataOutputStream create(Path path, int replicas, DataNodeAddress node)
      throws IOException {
    // by the name of the host of all DataNodes that the NameNode knows
    InetAddress host = InetAddress.getByAddress("127.0.0.1", new byte[] {127, 0, 0, 1});
    return fs.create(
        path,
        FsPermission.getFileDefault(),
        true,
        BUFFER_BYTES,
        (short) replicas,
        fs.getDefaultBlockSize(path),
        null,
        new InetSocketAddress[] {new InetSocketAddress(host, node.transferPort())});
  }

  /** Reads a file to its end. */
  public long read(Path path) throws IOException {
    byte[] buffer = new byte[BUFFER_BYTES];
    long bytes = 0;
    try (var in = fs.open(path)) {
      int read = in.read(buffer);
      while (read >= 0) {
        bytes += read;
        read = in.read(buffer);
      }
    }
    return bytes;
  }

  /** Blocks that DataNodes have still to delete. */
  public long pendingDeletions() throws IOException {
    return fs.getClient().getNamenode().getReplicatedBlockStats().getPendingDeletionBlocks();
  }

  /** Starts HBase on it. */
  public void startHbase() throws IOException, ClusterException {
    cluster.startHbase();
  }

  /** The daemons, to be ended and started one by one. */
  public DaemonControl control(Progress progress) {
    return cluster.control(progress);
  }

  @Override
  public void close() throws IOException, ClusterException {
    try {
      // Ends daemons, so that pending calls of clients fail instead of waiting.
      cluster.close();
    } finally {
      fs.close();
    }
  }
}
