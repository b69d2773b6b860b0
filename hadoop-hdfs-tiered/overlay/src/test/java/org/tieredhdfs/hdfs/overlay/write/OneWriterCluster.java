package org.tieredhdfs.hdfs.overlay.write;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Map;
import javax.management.JMException;
import javax.management.ObjectName;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.server.datanode.DataNode;

/** A cluster of one DataNode, which may take writers over a Unix-domain socket. */
final class OneWriterCluster implements AutoCloseable {
  static final int BLOCK_BYTES = 1 << 20;
  static final String PATH = "dfs.tiered.write.domain.socket.path";
  static final String PLUGIN = "org.tieredhdfs.hdfs.datanode.LocalWriterPlugin";

  final MiniDFSCluster dfs;

  OneWriterCluster(File folder, Map<String, String> settings) throws IOException {
    this(folder, 1, settings);
  }

  OneWriterCluster(File folder, int datanodes, Map<String, String> settings) throws IOException {
    Configuration conf = new HdfsConfiguration();
    conf.setInt("dfs.blocksize", BLOCK_BYTES);
    conf.setInt("dfs.replication", datanodes);
    conf.setLong("dfs.heartbeat.interval", 1);
    conf.setInt("dfs.client.block.write.locateFollowingBlock.initial.delay.ms", 20);
    settings.forEach(conf::set);
    dfs = new MiniDFSCluster.Builder(conf, folder).numDataNodes(datanodes).build();
    dfs.waitActive();
  }

  static Map<String, String> local(GuardedFolder guarded) {
    return Map.of(PATH, guarded.template(), "dfs.datanode.plugins", PLUGIN);
  }

  DataNode dataNode() {
    return dfs.getDataNodes().get(0);
  }

  /** A client of its own, with settings that no other client in this process has. */
  DistributedFileSystem client(Map<String, String> settings) throws IOException {
    Configuration conf = new Configuration(dfs.getConfiguration(0));
    conf.set("dfs.client.context", "context of " + settings + System.nanoTime());
    settings.forEach(conf::set);
    return (DistributedFileSystem) FileSystem.newInstance(dfs.getURI(), conf);
  }

  /** What the DataNode shows of its socket in JMX. */
  long count(String attribute) throws JMException {
    ObjectName name =
        new ObjectName(
            "Hadoop:service=DataNode,name=TieredLocalWriters-" + dataNode().getXferPort());
    return ((Number) ManagementFactory.getPlatformMBeanServer().getAttribute(name, attribute))
        .longValue();
  }

  @Override
  public void close() {
    dfs.shutdown();
  }
}
