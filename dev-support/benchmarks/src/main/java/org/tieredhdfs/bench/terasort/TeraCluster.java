package org.tieredhdfs.bench.terasort;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.bench.BenchCluster;
import org.tieredhdfs.bench.BenchPlan;
import org.tieredhdfs.bench.devices.VolumeDevices;
import org.tieredhdfs.bench.devices.WritebackLimit;
import org.tieredhdfs.bench.terasort.job.TeraClient;
import org.tieredhdfs.bench.terasort.yarn.WorkerHosts;
import org.tieredhdfs.bench.terasort.yarn.YarnDaemons;
import org.tieredhdfs.bench.write.process.WorkerProcess;
import org.tieredhdfs.localcluster.ClusterView;
import org.tieredhdfs.localcluster.media.MediaPace;
import org.tieredhdfs.localcluster.media.VolumeLayout;
import org.tieredhdfs.localcluster.spec.ClassPaths;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.localcluster.spec.Role;
import org.tieredhdfs.report.Side;

/**
 * HDFS and YARN of one side, with so many workers on a host, and the process that submits jobs;
 * ended by {@link #close}. Used by one thread.
 */
final class TeraCluster implements AutoCloseable {
  private static final String POLICIES = "org.apache.hadoop.hdfs.server.blockmanagement.";
  private static final int DATA_NODE_HEAP_MB = 128;

  /** What each device may have in the page cache: the study sorted far more than memory holds. */
  private static final long WRITEBACK_BYTES = 8L << 20;

  private final WorkerHosts hosts;
  private final BenchCluster hdfs;
  private final VolumeDevices devices;
  private final WritebackLimit limit;
  private final YarnDaemons yarn;
  private final WorkerProcess client;

  private TeraCluster(
      WorkerHosts hosts,
      BenchCluster hdfs,
      VolumeDevices devices,
      WritebackLimit limit,
      YarnDaemons yarn,
      WorkerProcess client) {
    this.hosts = hosts;
    this.hdfs = hdfs;
    this.devices = devices;
    this.limit = limit;
    this.yarn = yarn;
    this.client = client;
  }

  static TeraCluster start(
      BenchPlan plan, TeraOptions options, int workersPerHost, Side side, MediaPace pace)
      throws IOException, ClusterException, InterruptedException {
    WorkerHosts hosts = new WorkerHosts(TeraScale.HOSTS, workersPerHost);
    ClassPaths classPaths = withPrograms(plan.classPaths(), WorkerProcess.programs());
    ClusterSpec.Builder builder = builder(plan, options, classPaths, hosts, side, pace);
    hosts.addTo(builder, plan.out().toAbsolutePath().resolve("workers"), WorkerHosts.thisMachine());
    BenchCluster hdfs = BenchCluster.start(builder.build(), Progress.silent());
    WritebackLimit limit = null;
    YarnDaemons yarn = null;
    boolean isUp = false;
    try {
      VolumeDevices devices = VolumeDevices.of(hdfs.view().record().volumes());
      limit = WritebackLimit.set(devices.writebackNames(), WRITEBACK_BYTES);
      String classPath =
          options.withYarn(side == Side.STOCK ? classPaths.stock() : classPaths.tiered());
      yarn = YarnDaemons.start(hdfs.view(), hosts, classPath, options.scale().tasksPerHost());
      WorkerProcess client =
          WorkerProcess.start(
              hdfs.view(), "client", hdfs.view().dirs().conf(), classPath, TeraClient.class);
      isUp = true;
      return new TeraCluster(hosts, hdfs, devices, limit, yarn, client);
    } finally {
      if (!isUp) {
        close(yarn, limit, hdfs);
      }
    }
  }

  /** Daemons of HDFS ask a class of this benchmark where workers are. */
  private static ClassPaths withPrograms(ClassPaths classPaths, String programs) {
    return new ClassPaths(
        classPaths.tiered() + ":" + programs, classPaths.stock() + ":" + programs);
  }

  private static ClusterSpec.Builder builder(
      BenchPlan plan,
      TeraOptions options,
      ClassPaths classPaths,
      WorkerHosts hosts,
      Side side,
      MediaPace pace)
      throws IOException {
    int volumes = TeraScale.VOLUMES_PER_HOST / hosts.workersPerHost();
    ClusterSpec.Builder builder =
        ClusterSpec.builder(plan.dir(), classPaths)
            .stock(side == Side.STOCK)
            .hbase(false)
            .emulatedMedia(true)
            .mediaPace(pace)
            .layout(VolumeLayout.parse("DISK=" + volumes))
            .heapMb(Role.DATANODE, DATA_NODE_HEAP_MB);
    settings(options, side).forEach(builder::setting);
    plan.settings().forEach(builder::setting);
    return builder;
  }

  /** The study's settings, scaled, and the placement policy of the side. */
  static Map<String, String> settings(TeraOptions options, Side side) throws IOException {
    Map<String, String> settings = new LinkedHashMap<>();
    for (Path file : options.profile()) {
      Files.size(file); // a Configuration takes a missing file for an empty one
      Configuration profile = new Configuration(false);
      profile.addResource(new org.apache.hadoop.fs.Path(file.toUri()));
      profile.forEach(entry -> settings.put(entry.getKey(), entry.getValue()));
    }
    settings.remove("net.topology.script.file.name");
    settings.put("dfs.blocksize", Long.toString(options.scale().blockBytes()));
    boolean isStock = side == Side.STOCK;
    settings.put(
        "dfs.block.replicator.classname",
        POLICIES
            + (isStock
                ? "BlockPlacementPolicyWithNodeGroup"
                : "EvenBlockPlacementPolicyWithNodeGroup"));
    if (!isStock) {
      settings.put(
          "dfs.datanode.fsdataset.factory", "org.tieredhdfs.hdfs.datanode.TieredFsDatasetFactory");
    }
    // the disk of this machine, on which the NameNode would wait, is not what is measured
    settings.put("dfs.namenode.edits.noeditlogchannelflush", "true");
    return settings;
  }

  WorkerHosts hosts() {
    return hosts;
  }

  FileSystem fs() {
    return hdfs.fs();
  }

  ClusterView view() {
    return hdfs.view();
  }

  VolumeDevices devices() {
    return devices;
  }

  WorkerProcess client() {
    return client;
  }

  private static void close(
      @Nullable YarnDaemons yarn, @Nullable WritebackLimit limit, BenchCluster hdfs)
      throws IOException, ClusterException {
    try (hdfs) {
      if (yarn != null) {
        yarn.close();
      }
      if (limit != null) {
        // before the devices are taken away, and what they still have is written
        limit.close();
      }
    }
  }

  @Override
  public void close() throws IOException, ClusterException {
    client.close();
    close(yarn, limit, hdfs);
  }
}
