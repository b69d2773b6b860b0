package org.tieredhdfs.product.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.tieredhdfs.hbase.FileClass;
import org.tieredhdfs.hbase.report.PlacementRow;
import org.tieredhdfs.hbase.report.TablePlacement;
import org.tieredhdfs.localcluster.ClusterStatus;
import org.tieredhdfs.localcluster.ClusterView;
import org.tieredhdfs.localcluster.LocalCluster;
import org.tieredhdfs.localcluster.spec.ClassPaths;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.waits.Waits;

/** HBase with our placement on real daemons, and what tests ask of it. */
final class PlacedHBase implements AutoCloseable {
  private static final Path HOME = Path.of("../..").toAbsolutePath().normalize();
  static final long LIMIT_SEC = 120;

  /** WAL and small compacted files in memory, flushed ones on SSD, large ones on disks. */
  static final Map<String, String> POLICIES = policies();

  private final LocalCluster cluster;
  private final ClusterView view;
  private final Configuration conf;
  private final Connection connection;
  private final Admin admin;

  private PlacedHBase(LocalCluster cluster, ClusterView view) throws IOException {
    this.cluster = cluster;
    this.view = view;
    conf = view.hbaseConf();
    connection = ConnectionFactory.createConnection(conf);
    admin = connection.getAdmin();
  }

  private static Map<String, String> policies() {
    Map<String, String> policies = new LinkedHashMap<>();
    policies.put("hbase.tiered.wal.policy", "ALL_RAMDISK");
    policies.put("hbase.tiered.flush.policy", "ALL_SSD");
    policies.put("hbase.tiered.compaction.small.policy", "ALL_RAMDISK");
    policies.put("hbase.tiered.compaction.small.max.size", "1m");
    policies.put("hbase.tiered.compaction.policy", "HOT");
    return policies;
  }

  static PlacedHBase start(Path directory, int regionServers, Map<String, String> settings)
      throws Exception {
    ClusterSpec.Builder builder =
        ClusterSpec.builder(directory.resolve("c"), ClassPaths.built(HOME))
            .regionServers(regionServers)
            .setting("hbase.hfile.compaction.discharger.interval", "1000");
    settings.forEach(builder::setting);
    LocalCluster cluster = new LocalCluster(builder.build(), Progress.silent());
    ClusterView view = cluster.startHdfs();
    cluster.startHbase();
    return new PlacedHBase(cluster, view);
  }

  ClusterView view() {
    return view;
  }

  Configuration conf() {
    return conf;
  }

  Connection connection() {
    return connection;
  }

  Admin admin() {
    return admin;
  }

  /**
   * Class of files in a family to storage types, as in {@code one/FLUSHED=[SSD]}, without archived
   * files, which stay where they were if no mover runs; every byte has to be in its place.
   */
  Map<String, String> placed(TableName name) throws IOException {
    Map<String, String> placed = new TreeMap<>();
    for (PlacementRow row : new TablePlacement(conf).read(admin.getDescriptor(name))) {
      if (row.fileClass() != FileClass.ARCHIVED) {
        assertThat(row.bytesOutOfPlace()).as("%s", row).isZero();
        placed.put(row.family() + "/" + row.fileClass(), row.bytes().keySet().toString());
      }
    }
    return placed;
  }

  /** Whether every byte of the table is where it belongs. */
  boolean isInPlace(TableName name) throws IOException {
    return new TablePlacement(conf)
        .read(admin.getDescriptor(name)).stream().allMatch(row -> row.bytesOutOfPlace() == 0);
  }

  /** How many files there are in the folders of the table's regions. */
  int files(TableName name) throws IOException {
    return new TablePlacement(conf)
        .read(admin.getDescriptor(name)).stream()
            .filter(row -> row.fileClass() != FileClass.ARCHIVED)
            .filter(row -> row.fileClass() != FileClass.MOB)
            .mapToInt(PlacementRow::files)
            .sum();
  }

  /** The storage types of a file's replicas. */
  static Set<String> types(LocatedFileStatus file) {
    Set<String> types = new TreeSet<>();
    for (BlockLocation block : file.getBlockLocations()) {
      for (StorageType type : block.getStorageTypes()) {
        types.add(type.name());
      }
    }
    return types;
  }

  /** The storage types of all files below a directory. */
  Set<String> types(String directory) throws IOException {
    Set<String> types = new TreeSet<>();
    try (FileSystem fs = FileSystem.newInstance(view.hdfsConf())) {
      var files = fs.listFiles(new org.apache.hadoop.fs.Path(directory), true);
      while (files.hasNext()) {
        types.addAll(types(files.next()));
      }
    }
    return types;
  }

  boolean exists(String path) throws IOException {
    try (FileSystem fs = FileSystem.newInstance(view.hdfsConf())) {
      return fs.exists(new org.apache.hadoop.fs.Path(path));
    }
  }

  /** Ends the process of a RegionServer as a crash does. */
  void kill(ServerName server) throws IOException {
    ClusterStatus.DaemonStatus daemon =
        view.status().daemons().stream()
            .filter(one -> one.address().contains(":" + server.getPort()))
            .findFirst()
            .orElseThrow();
    ProcessHandle.of(daemon.pid()).orElseThrow().destroyForcibly();
  }

  static void await(String what, Callable<Boolean> done) throws Exception {
    // what was asked for begins a little later
    Thread.sleep(1000);
    Waits.until(what, Duration.ofSeconds(LIMIT_SEC), done);
  }

  @Override
  public void close() throws IOException, ClusterException {
    connection.close();
    cluster.close();
  }
}
