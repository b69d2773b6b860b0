package org.tieredhdfs.bench.dfsio;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.bench.BenchCluster;
import org.tieredhdfs.bench.BenchPlan;
import org.tieredhdfs.bench.devices.VolumeDevices;
import org.tieredhdfs.bench.devices.WritebackLimit;
import org.tieredhdfs.bench.dfsio.client.DfsioClient;
import org.tieredhdfs.bench.write.ClientProcess;
import org.tieredhdfs.bench.write.WriteMedia;
import org.tieredhdfs.bench.write.process.WorkerProcess;
import org.tieredhdfs.linux.ProcessCosts;
import org.tieredhdfs.localcluster.ClusterStatus.DaemonStatus;
import org.tieredhdfs.localcluster.ClusterView;
import org.tieredhdfs.localcluster.media.MediaPace;
import org.tieredhdfs.localcluster.media.Volume;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.localcluster.spec.Role;

/**
 * HDFS of one side on one medium, and its client, each daemon a process of its own; ended by {@link
 * #close}. Used by one thread.
 */
final class DfsioCluster implements AutoCloseable {
  private static final int DATA_NODES = 3;
  private static final int DATA_NODE_HEAP_MB = 384;

  /** A client's stream has up to 80 packets of 64 KB under way, and there are up to 72. */
  private static final String CLIENT_HEAP = "-Xmx1536m";

  /** What each device may have in the page cache: the study wrote far more than memory holds. */
  private static final long WRITEBACK_BYTES = 16L << 20;

  private final BenchCluster hdfs;
  private final VolumeDevices devices;
  private final WritebackLimit limit;
  private final WorkerProcess client;
  private final List<Long> dataNodePids;

  private DfsioCluster(
      BenchCluster hdfs,
      VolumeDevices devices,
      WritebackLimit limit,
      WorkerProcess client,
      List<Long> dataNodePids) {
    this.hdfs = hdfs;
    this.devices = devices;
    this.limit = limit;
    this.client = client;
    this.dataNodePids = dataNodePids;
  }

  static DfsioCluster start(
      BenchPlan plan, WriteMedia media, MediaPace pace, boolean stock, Progress progress)
      throws IOException, ClusterException {
    BenchCluster hdfs = BenchCluster.start(spec(plan, media, pace, stock), progress);
    WritebackLimit limit = null;
    boolean isUp = false;
    try {
      hdfs.fs().setStoragePolicy(new org.apache.hadoop.fs.Path("/"), media.policy(stock));
      VolumeDevices devices = VolumeDevices.of(hdfs.view().record().volumes());
      limit = WritebackLimit.set(devices.writebackNames(), WRITEBACK_BYTES);
      List<Long> pids =
          hdfs.view().status().daemons().stream()
              .filter(daemon -> daemon.role().equals(Role.DATANODE.title()))
              .map(DaemonStatus::pid)
              .toList();
      WorkerProcess client = startClient(plan, stock, hdfs.view());
      isUp = true;
      return new DfsioCluster(hdfs, devices, limit, client, pids);
    } finally {
      if (!isUp) {
        close(limit, hdfs);
      }
    }
  }

  static ClusterSpec spec(BenchPlan plan, WriteMedia media, MediaPace pace, boolean stock) {
    ClusterSpec.Builder builder =
        ClusterSpec.builder(plan.dir().resolve(stock ? "stock" : "ours"), plan.classPaths())
            .stock(stock)
            .hbase(false)
            .dataNodes(DATA_NODES)
            .heapMb(Role.DATANODE, DATA_NODE_HEAP_MB)
            // what the client writes is on one device, so that MB of both are the same
            .setting("dfs.replication", "1")
            .setting("dfs.blocksize", "128m")
            // of three nodes, one with more connections than the others counts as too busy
            .setting("dfs.namenode.redundancy.considerLoad", "false")
            // the disk of this machine, on which the NameNode would wait, is not what is measured
            .setting("dfs.namenode.edits.noeditlogchannelflush", "true");
    media.addTo(builder, pace);
    if (!stock) {
      builder.setting(
          "dfs.datanode.fsdataset.factory", "org.tieredhdfs.hdfs.datanode.TieredFsDatasetFactory");
    }
    plan.settings().forEach(builder::setting);
    return builder.build();
  }

  private static WorkerProcess startClient(BenchPlan plan, boolean stock, ClusterView view)
      throws IOException {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("dfs.replication", "1");
    settings.putAll(plan.settings());
    return ClientProcess.start(
        view,
        "client",
        ClientProcess.classPath(plan.classPaths(), stock),
        settings,
        DfsioClient.class,
        CLIENT_HEAP);
  }

  WorkerProcess client() {
    return client;
  }

  VolumeDevices devices() {
    return devices;
  }

  List<Volume> volumes() {
    return hdfs.view().record().volumes();
  }

  /** What all DataNodes have cost until now. */
  ProcessCosts dataNodeCosts() throws IOException {
    return ProcessCosts.of(dataNodePids);
  }

  /** Deletes files of a measurement, and does not wait for the DataNodes. */
  void delete(String path) throws IOException {
    hdfs.fs().delete(new org.apache.hadoop.fs.Path(path), true);
  }

  private static void close(@Nullable WritebackLimit limit, BenchCluster hdfs)
      throws IOException, ClusterException {
    try (hdfs) {
      if (limit != null) {
        // before the devices are taken away, and what they still have is written
        limit.close();
      }
    }
  }

  @Override
  public void close() throws IOException, ClusterException {
    client.close();
    close(limit, hdfs);
  }
}
