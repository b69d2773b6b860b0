package org.tieredhdfs.bench.terasort;

import java.io.IOException;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.tieredhdfs.bench.BenchCluster;
import org.tieredhdfs.bench.BenchPlan;
import org.tieredhdfs.bench.DaemonCpuTimes;
import org.tieredhdfs.bench.devices.DiskStats;
import org.tieredhdfs.bench.devices.PageCache;
import org.tieredhdfs.bench.devices.VolumeDevices;
import org.tieredhdfs.bench.experiment.Outcome;
import org.tieredhdfs.bench.write.process.Request;
import org.tieredhdfs.bench.write.process.StartedParts;
import org.tieredhdfs.bench.write.process.WorkerProcess;
import org.tieredhdfs.localcluster.media.MediaPace;
import org.tieredhdfs.localcluster.media.VolumeLayout;
import org.tieredhdfs.localcluster.spec.ClassPaths;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.localcluster.spec.Role;
import org.tieredhdfs.report.Side;

/**
 * HDFS and YARN of one side, with so many workers on a host, and the process that submits jobs, on
 * which cases are measured; ended by {@link #close}. Used by one thread.
 */
final class TeraCluster implements AutoCloseable {
  /** Files with the study's settings of HDFS. */
  private static final List<String> PROFILE =
      List.of(
          "docs/examples/many-datanodes/core-site.xml",
          "docs/examples/many-datanodes/hdfs-site.xml");

  private static final String YARN = "dev-support/benchmarks/target/yarn.classpath";
  private static final String POLICIES = "org.apache.hadoop.hdfs.server.blockmanagement.";
  private static final int DATA_NODE_HEAP_MB = 128;

  /** What each device may have in the page cache: the study sorted far more than memory holds. */
  private static final long WRITEBACK_BYTES = 8L << 20;

  private static final Path FOLDER = new Path("/tera");
  private static final Path GENERATED = new Path(FOLDER, "generated");
  private static final Path SORTED = new Path(FOLDER, "sorted");
  private static final Path VALIDATED = new Path(FOLDER, "validated");
  private static final double NS_PER_SEC = 1e9;

  private final TeraScale scale;
  private final WorkerHosts hosts;
  private final StartedParts started = new StartedParts();
  private final BenchCluster hdfs;
  private final VolumeDevices devices;
  private final WorkerProcess client;

  /** Starts it. */
  TeraCluster(BenchPlan plan, TeraScale scale, int workersPerHost, Side side, MediaPace pace)
      throws IOException, ClusterException, InterruptedException {
    this.scale = scale;
    hosts = new WorkerHosts(TeraScale.HOSTS, workersPerHost);
    boolean stock = side == Side.STOCK;
    // daemons of HDFS ask a class of this benchmark where workers are
    String programs = ":" + WorkerProcess.programs();
    ClassPaths classPaths =
        new ClassPaths(plan.classPaths().tiered() + programs, plan.classPaths().stock() + programs);
    ClusterSpec.Builder builder =
        ClusterSpec.builder(plan.dir(), classPaths)
            .stock(stock)
            .hbase(false)
            .emulatedMedia(true)
            .mediaPace(pace)
            .layout(VolumeLayout.parse("DISK=" + TeraScale.VOLUMES_PER_HOST / workersPerHost))
            .heapMb(Role.DATANODE, DATA_NODE_HEAP_MB);
    settings(plan.home(), scale, side).forEach(builder::setting);
    hosts.addTo(builder, plan.out().toAbsolutePath().resolve("workers"), WorkerHosts.thisMachine());
    boolean isUp = false;
    try {
      hdfs = BenchCluster.start(plan.build(builder), Progress.silent());
      started.add(hdfs::close);
      devices = VolumeDevices.limited(hdfs.view().record().volumes(), WRITEBACK_BYTES, started);
      String classPath = withYarn(plan.home(), stock ? classPaths.stock() : classPaths.tiered());
      YarnDaemons yarn = YarnDaemons.start(hdfs.view(), hosts, classPath, scale.tasksPerHost());
      started.add(yarn::close);
      client =
          WorkerProcess.start(
              hdfs.view(), "client", hdfs.view().dirs().conf(), classPath, TeraClient.class);
      started.add(client::close);
      isUp = true;
    } finally {
      if (!isUp) {
        started.close();
      }
    }
  }

  /** The study's settings, scaled, and the placement policy of the side. */
  static Map<String, String> settings(java.nio.file.Path home, TeraScale scale, Side side)
      throws IOException {
    Map<String, String> settings = new LinkedHashMap<>();
    for (String name : PROFILE) {
      java.nio.file.Path file = home.resolve(name);
      Files.size(file); // a Configuration takes a missing file for an empty one
      Configuration profile = new Configuration(false);
      profile.addResource(new Path(file.toUri()));
      profile.forEach(entry -> settings.put(entry.getKey(), entry.getValue()));
    }
    settings.remove("net.topology.script.file.name");
    settings.put("dfs.blocksize", Long.toString(scale.blockBytes()));
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

  /**
   * A class path with YARN and MapReduce behind HDFS. Each entry is there once: tasks get it in a
   * variable of their environment, which the kernel limits.
   */
  private static String withYarn(java.nio.file.Path home, String hdfsClassPath) throws IOException {
    java.nio.file.Path file = home.resolve(YARN);
    if (!Files.isRegularFile(file)) {
      throw new IOException(file + " is missing: build first, with 'mvn -DskipTests package'");
    }
    Set<String> entries = new LinkedHashSet<>(List.of(hdfsClassPath.split(":", -1)));
    entries.addAll(List.of(Files.readString(file).strip().split(":", -1)));
    return String.join(":", entries);
  }

  /**
   * Generates, sorts and validates, one job after the other.
   *
   * @throws IOException if one fails, or what is sorted is not what was generated
   */
  Outcome run(int replication) throws IOException, InterruptedException {
    hdfs.fs().delete(FOLDER, true);
    long daemonsBeforeNs = DaemonCpuTimes.nanos(hdfs.view());
    DiskStats disksBefore = DiskStats.now();
    Map<String, Map<String, Double>> phases = new LinkedHashMap<>();
    phases.put("generate", client.ask(request("generate", replication).with("out", GENERATED)));
    PageCache.drop(hdfs.view().record().volumes());
    Request sort = request("sort", replication).with("in", GENERATED).with("out", SORTED);
    phases.put("sort", client.ask(sort));
    PageCache.drop(hdfs.view().record().volumes());
    Request validate = request("validate", replication).with("in", SORTED).with("out", VALIDATED);
    phases.put("validate", client.ask(validate));
    DiskStats disksAfter = DiskStats.now();
    long daemonsAfterNs = DaemonCpuTimes.nanos(hdfs.view());
    Map<String, Double> metrics = TeraFigures.ofJobs(phases);
    putPlacement(metrics);
    metrics.put("hdfsCpuSec", (daemonsAfterNs - daemonsBeforeNs) / NS_PER_SEC);
    metrics.putAll(devices.metrics(disksBefore, disksAfter));
    return Outcome.of(metrics, devices.loads(disksBefore, disksAfter));
  }

  private Request request(String what, int replication) {
    return Request.of(what)
        .with("rows", scale.rows())
        .with("maps", scale.maps())
        .with("reduces", scale.reduces())
        .with("replication", replication);
  }

  private void putPlacement(Map<String, Double> metrics) throws IOException {
    List<List<String>> generated = TeraFigures.replicas(hdfs.fs(), GENERATED);
    List<List<String>> sorted = TeraFigures.replicas(hdfs.fs(), SORTED);
    metrics.put("generatedMaxOverMean", TeraFigures.maxOverMean(generated, hosts.workers()));
    metrics.put("sortedMaxOverMean", TeraFigures.maxOverMean(sorted, hosts.workers()));
    metrics.put(
        "sharedHostBlocks",
        (double)
            (TeraFigures.blocksWithSharedHost(generated, hosts)
                + TeraFigures.blocksWithSharedHost(sorted, hosts)));
  }

  @Override
  public void close() throws IOException, ClusterException {
    started.close();
  }
}
