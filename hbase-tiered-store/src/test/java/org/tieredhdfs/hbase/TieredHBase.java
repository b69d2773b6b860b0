package org.tieredhdfs.hbase;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.LocalHBaseCluster;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.coprocessor.CoprocessorHost;
import org.apache.hadoop.hbase.master.HMaster;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HRegionServer;
import org.apache.hadoop.hbase.regionserver.StoreEngine;
import org.apache.hadoop.hbase.util.JVMClusterUtil;
import org.apache.hadoop.hbase.zookeeper.MiniZooKeeperCluster;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.tieredhdfs.waits.Waits;

/**
 * An HDFS with one DataNode of three media and an HBase on it, in this process, on free ports.
 *
 * <p>Stock types and policies only, so that the tests need nothing in front of Hadoop.
 */
public final class TieredHBase implements AutoCloseable {
  private static final StorageType[] MEDIA = {
    StorageType.SSD, StorageType.DISK, StorageType.ARCHIVE
  };
  private static final long START_TIMEOUT_MS = TimeUnit.SECONDS.toMillis(120);

  private final MiniDFSCluster hdfs;
  private final MiniZooKeeperCluster zooKeeper;
  private final Configuration conf;
  private final LocalHBaseCluster hbase;
  private final Connection connection;

  public TieredHBase(Path directory, Map<String, String> settings) throws Exception {
    this(directory, settings, 1);
  }

  /**
   * @param settings of HBase and of HDFS
   */
  TieredHBase(Path directory, Map<String, String> settings, int dataNodes) throws Exception {
    DefaultMetricsSystem.setMiniClusterMode(true);
    Configuration dfs = new Configuration();
    dfs.setInt("dfs.replication", 1);
    dfs.setLong("dfs.datanode.round-robin-volume-choosing-policy.additional-available-space", 0);
    settings.forEach(dfs::set);
    hdfs =
        new MiniDFSCluster.Builder(dfs, directory.resolve("dfs").toFile())
            .numDataNodes(dataNodes)
            .storagesPerDatanode(MEDIA.length)
            .storageTypes(MEDIA)
            .build();
    zooKeeper = new MiniZooKeeperCluster(new Configuration(false));
    int port = zooKeeper.startup(Files.createDirectories(directory.resolve("zk")).toFile());
    conf = serverConf(directory, port);
    settings.forEach(conf::set);
    hbase = new LocalHBaseCluster(conf, 1, 1, HMaster.class, RecordingRegionServer.class);
    hbase.startup();
    awaitMaster();
    connection = ConnectionFactory.createConnection(conf);
  }

  /** All plug-ins, as an operator names them. */
  static void plugIn(Configuration conf) {
    conf.set(StoreEngine.STORE_ENGINE_CLASS_KEY, TieredStoreEngine.class.getName());
    conf.set(CoprocessorHost.REGION_COPROCESSOR_CONF_KEY, TieredRegionObserver.class.getName());
    conf.set(
        CoprocessorHost.REGIONSERVER_COPROCESSOR_CONF_KEY,
        TieredRegionServerCoprocessor.class.getName());
    conf.set(CoprocessorHost.MASTER_COPROCESSOR_CONF_KEY, TieredMasterObserver.class.getName());
    conf.set(CoprocessorHost.WAL_COPROCESSOR_CONF_KEY, TieredWalObserver.class.getName());
  }

  private Configuration serverConf(Path directory, int zooKeeperPort) throws IOException {
    Configuration server = HBaseConfiguration.create();
    server.set("fs.defaultFS", hdfs.getURI().toString());
    server.setInt("dfs.replication", 1);
    server.set("hbase.rootdir", hdfs.getURI() + "/hbase");
    server.set("hbase.tmp.dir", directory.resolve("tmp").toString());
    server.set("hbase.zookeeper.quorum", "127.0.0.1");
    server.setInt("hbase.zookeeper.property.clientPort", zooKeeperPort);
    server.set("hbase.wal.provider", "filesystem");
    // what still asks for files of a cluster that is gone is to hear so at once
    server.setInt("ipc.client.connect.max.retries", 1);
    server.setInt("ipc.client.connect.retry.interval", 50);
    server.setBoolean("hbase.cluster.distributed", false);
    // a busy machine takes longer than HBase's 30 s
    server.setInt("hbase.master.start.timeout.localHBaseCluster", (int) START_TIMEOUT_MS);
    server.setInt("hbase.master.port", 0);
    server.setInt("hbase.master.info.port", -1);
    server.setInt("hbase.regionserver.port", 0);
    server.setInt("hbase.regionserver.info.port", -1);
    server.setInt("hbase.regionserver.handler.count", 8);
    server.setInt("hbase.master.wait.on.regionservers.mintostart", 1);
    server.setInt("hbase.master.wait.on.regionservers.interval", 200);
    server.setInt("hbase.procedure.remote.dispatcher.delay.msec", 10);
    // compactions when a test asks for them, not when it does not
    server.setInt("hbase.hstore.compactionThreshold", 100);
    plugIn(server);
    return server;
  }

  private void awaitMaster() throws Exception {
    Waits.until(
        "HBase is up",
        Duration.ofMillis(START_TIMEOUT_MS),
        () -> hbase.getActiveMaster() != null && hbase.getActiveMaster().isInitialized());
  }

  public Connection connection() {
    return connection;
  }

  public Configuration conf() {
    return conf;
  }

  DistributedFileSystem fileSystem() throws IOException {
    return hdfs.getFileSystem();
  }

  public HRegion onlyRegion(TableName table) {
    return hbase.getRegionServer(0).getRegions(table).get(0);
  }

  HRegionServer regionServer() {
    return hbase.getRegionServer(0);
  }

  MiniDFSCluster hdfs() {
    return hdfs;
  }

  /** Starts one more RegionServer, and returns why it gave up; it has to. */
  String refusal(Configuration bad) throws Exception {
    JVMClusterUtil.RegionServerThread thread =
        hbase.addRegionServer(bad, hbase.getRegionServers().size());
    thread.start();
    thread.join(START_TIMEOUT_MS);
    if (thread.isAlive()) {
      thread.getRegionServer().stop("the test is over");
      throw new IOException("the RegionServer is up");
    }
    return ((RecordingRegionServer) thread.getRegionServer()).reason();
  }

  /** A RegionServer that tells why it was aborted. */
  public static final class RecordingRegionServer extends HRegionServer {
    private volatile String reason = "";

    /** As HBase's own. */
    public RecordingRegionServer(Configuration conf) throws IOException {
      super(conf);
    }

    @Override
    public void abort(String why, Throwable cause) {
      if (reason.isEmpty()) {
        reason = why;
      }
      super.abort(why, cause);
    }

    String reason() {
      return reason;
    }
  }

  /**
   * The storage types on which a file, or all files of a directory, have blocks. Those that are
   * moved or deleted meanwhile, as logs are by HBase, are left out.
   */
  Set<StorageType> typesUnder(org.apache.hadoop.fs.Path path) throws IOException {
    Set<StorageType> types = new TreeSet<>();
    for (FileStatus status : fileSystem().listStatus(path)) {
      try {
        types.addAll(typesOf(status));
      } catch (FileNotFoundException e) {
        // gone since it was listed
      }
    }
    return types;
  }

  private Set<StorageType> typesOf(FileStatus status) throws IOException {
    if (status.isDirectory()) {
      return typesUnder(status.getPath());
    }
    Set<StorageType> types = new TreeSet<>();
    for (BlockLocation block :
        fileSystem().getFileBlockLocations(status, 0, Math.max(1, status.getLen()))) {
      types.addAll(Arrays.asList(block.getStorageTypes()));
    }
    return types;
  }

  @Override
  public void close() throws IOException {
    connection.close();
    hbase.shutdown();
    hbase.join();
    zooKeeper.shutdown();
    hdfs.shutdown();
  }
}
