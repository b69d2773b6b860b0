package org.tieredhdfs.hdfs.overlay.write;

import java.io.File;
import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.server.datanode.DataNode;

/** A cluster of one DataNode, or a few. */
final class OneWriterCluster implements AutoCloseable {
  static final int BLOCK_BYTES = 1 << 20;

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

  @Override
  public void close() {
    dfs.shutdown();
  }
}
