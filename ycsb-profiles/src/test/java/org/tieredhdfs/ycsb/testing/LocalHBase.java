package org.tieredhdfs.ycsb.testing;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.LocalHBaseCluster;
import org.apache.hadoop.hbase.master.HMaster;
import org.apache.hadoop.hbase.regionserver.HRegionServer;
import org.apache.hadoop.hbase.zookeeper.MiniZooKeeperCluster;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;

/**
 * A real HBase in this process: ZooKeeper, one master and one region server on free ports, with
 * files in a local folder. It can be stopped and started again on the same files and the same
 * ZooKeeper, as after a restart of the servers.
 */
public final class LocalHBase implements AutoCloseable {

  private static final long START_TIMEOUT_MS = TimeUnit.SECONDS.toMillis(240);
  private static final long STOP_TIMEOUT_MS = TimeUnit.SECONDS.toMillis(60);

  private final Path directory;
  private final MiniZooKeeperCluster zooKeeper;
  private final int zooKeeperPort;
  private LocalHBaseCluster cluster;

  public LocalHBase(Path directory) throws IOException, InterruptedException {
    this.directory = directory;
    // a second start in this process registers the same metrics again
    DefaultMetricsSystem.setMiniClusterMode(true);
    zooKeeper = new MiniZooKeeperCluster(new Configuration(false));
    zooKeeperPort = zooKeeper.startup(Files.createDirectories(directory.resolve("zk")).toFile());
    cluster = start();
  }

  private LocalHBaseCluster start() throws IOException, InterruptedException {
    LocalHBaseCluster started =
        new LocalHBaseCluster(serverConf(), 1, 1, HMaster.class, HRegionServer.class);
    started.startup();
    long deadlineMs = System.currentTimeMillis() + START_TIMEOUT_MS;
    while (started.getActiveMaster() == null || !started.getActiveMaster().isInitialized()) {
      if (System.currentTimeMillis() > deadlineMs) {
        throw new IOException("HBase is not up after " + START_TIMEOUT_MS + " ms");
      }
      Thread.sleep(100);
    }
    return started;
  }

  private Configuration serverConf() {
    Configuration conf = clientConf();
    conf.set("hbase.rootdir", directory.resolve("data").toUri().toString());
    conf.set("hbase.tmp.dir", directory.resolve("tmp").toString());
    // a file system without hflush loses writes in a crash, which no test here looks at
    conf.setBoolean("hbase.unsafe.stream.capability.enforce", false);
    conf.set("hbase.wal.provider", "filesystem");
    conf.setBoolean("hbase.cluster.distributed", false);
    conf.setInt("hbase.master.port", 0);
    conf.setInt("hbase.master.info.port", -1);
    conf.setInt("hbase.regionserver.port", 0);
    conf.setInt("hbase.regionserver.info.port", -1);
    conf.setInt("hbase.regionserver.handler.count", 8);
    conf.setInt("hbase.master.wait.on.regionservers.mintostart", 1);
    conf.setInt("hbase.master.wait.on.regionservers.interval", 200);
    conf.setLong("hbase.master.start.timeout.localHBaseCluster", START_TIMEOUT_MS);
    conf.setInt("hbase.procedure.remote.dispatcher.delay.msec", 10);
    return conf;
  }

  /** What a client needs to find this HBase. */
  public Configuration clientConf() {
    Configuration conf = HBaseConfiguration.create();
    conf.set("hbase.zookeeper.quorum", "127.0.0.1");
    conf.setInt("hbase.zookeeper.property.clientPort", zooKeeperPort);
    return conf;
  }

  /** The properties with which the binding finds this HBase. */
  public Properties clientProperties() {
    Properties properties = new Properties();
    properties.setProperty("hbase.zookeeper.quorum", "127.0.0.1");
    properties.setProperty("hbase.zookeeper.property.clientPort", Integer.toString(zooKeeperPort));
    return properties;
  }

  /** Writes an {@code hbase-site.xml} for a process of its own into {@code confDir}. */
  public void writeSite(Path confDir) throws IOException {
    Configuration site = new Configuration(false);
    clientProperties().forEach((key, value) -> site.set((String) key, (String) value));
    try (OutputStream out = Files.newOutputStream(confDir.resolve("hbase-site.xml"))) {
      site.writeXml(out);
    }
  }

  /** Stops the servers; ZooKeeper stays. */
  public void stopServers() throws IOException, InterruptedException {
    cluster.shutdown();
    for (var server : cluster.getRegionServers()) {
      server.join(STOP_TIMEOUT_MS);
    }
    for (var master : cluster.getMasters()) {
      master.join(STOP_TIMEOUT_MS);
    }
  }

  /** Starts the servers again, on other ports than before. */
  public void startServers() throws IOException, InterruptedException {
    cluster = start();
  }

  @Override
  public void close() throws IOException {
    try {
      stopServers();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      zooKeeper.shutdown();
    }
  }
}
