package org.tieredhdfs.hdfs.overlay;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.management.JMX;
import javax.management.ObjectName;
import org.apache.hadoop.RandomTextWriterJob;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.tools.DFSck;
import org.apache.hadoop.mapred.LocalJobRunner;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.KeyValueTextInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.net.NetworkTopologyWithNodeGroup;
import org.apache.hadoop.util.ToolRunner;
import org.tieredhdfs.hdfs.placement.EvenPlacementMetrics;
import org.tieredhdfs.hdfs.placement.PlacementMXBean;
import org.tieredhdfs.hdfs.placement.StorageBalance;

/** A MiniDFSCluster with racks and node groups, whose DataNodes have RAMDISK, SSD and DISK. */
final class NodeGroupCluster implements AutoCloseable {
  static final String POLICIES = "org.apache.hadoop.hdfs.server.blockmanagement.";

  final DistributedFileSystem fs;
  private final MiniDFSCluster dfs;
  private final Configuration conf;
  private final File folder;

  /**
   * @param policy the simple name of the placement policy
   * @param places of the DataNodes, {@code /rack/group}
   */
  NodeGroupCluster(File folder, String policy, String... places) throws IOException {
    this.folder = folder;
    conf = TieredMiniCluster.configuration();
    conf.set("net.topology.impl", NetworkTopologyWithNodeGroup.class.getName());
    conf.setBoolean("dfs.use.dfs.network.topology", false);
    conf.set("dfs.block.replicator.classname", POLICIES + policy);
    dfs =
        new MiniDFSCluster.Builder(conf, folder)
            .numDataNodes(places.length)
            .racks(places)
            .storageTypes(
                new StorageType[] {TieredMiniCluster.RAMDISK, StorageType.SSD, StorageType.DISK})
            .storagesPerDatanode(3)
            .build();
    dfs.waitActive();
    fs = dfs.getFileSystem();
  }

  /** What fsck says of everything. */
  String fsck() throws Exception {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8);
    ToolRunner.run(new DFSck(conf, out), new String[] {"/", "-files", "-blocks", "-racks"});
    return said.toString(StandardCharsets.UTF_8);
  }

  /** The node groups on which the replicas of a block lie. */
  static Set<String> groups(LocatedBlock block) {
    Set<String> groups = new HashSet<>();
    for (DatanodeInfo place : block.getLocations()) {
      groups.add(place.getNetworkLocation());
    }
    return groups;
  }

  /** What the NameNode shows in JMX. */
  static Map<String, StorageBalance> balances() throws Exception {
    ObjectName name = new ObjectName("Hadoop:service=NameNode,name=" + EvenPlacementMetrics.NAME);
    return JMX.newMXBeanProxy(
            ManagementFactory.getPlatformMBeanServer(), name, PlacementMXBean.class)
        .getStorageTypes();
  }

  /** Replicas on the fullest DataNode by the mean, for each storage type. */
  Map<String, Double> maxOverMeanByType(String directory) throws IOException {
    Map<String, Map<String, Integer>> counts = new TreeMap<>();
    for (var status : fs.listStatus(new Path(directory))) {
      for (LocatedBlock block :
          fs.getClient()
              .getLocatedBlocks(status.getPath().toUri().getPath(), 0, Long.MAX_VALUE)
              .getLocatedBlocks()) {
        for (int i = 0; i < block.getLocations().length; i++) {
          counts
              .computeIfAbsent(block.getStorageTypes()[i].name(), any -> new TreeMap<>())
              .merge(block.getLocations()[i].getDatanodeUuid(), 1, Integer::sum);
        }
      }
    }
    Map<String, Double> ratios = new TreeMap<>();
    counts.forEach(
        (type, byNode) -> {
          int sum = byNode.values().stream().mapToInt(Integer::intValue).sum();
          int most = byNode.values().stream().mapToInt(Integer::intValue).max().orElse(0);
          ratios.put(type, (double) most * dfs.getDataNodes().size() / sum);
        });
    return ratios;
  }

  /**
   * Runs a map-only job that writes at random, as TeraGen does: map tasks, four at a time, each
   * with a file of its own.
   */
  void runWritingJob(Path directory, int maps, long bytesPerMap) throws Exception {
    Configuration jobConf = new Configuration(conf);
    jobConf.set(MRConfig.FRAMEWORK_NAME, MRConfig.LOCAL_FRAMEWORK_NAME);
    jobConf.set(MRConfig.LOCAL_DIR, new File(folder, "local").toString());
    jobConf.set(MRJobConfig.MR_AM_STAGING_DIR, new File(folder, "staging").toURI().toString());
    jobConf.setInt(LocalJobRunner.LOCAL_MAX_MAPS, 4);
    jobConf.set("fs.defaultFS", fs.getUri().toString());
    jobConf.setLong(RandomTextWriterJob.BYTES_PER_MAP, bytesPerMap);
    jobConf.setLong(RandomTextWriterJob.TOTAL_BYTES, maps * bytesPerMap);
    Job job = new RandomTextWriterJob().createJob(jobConf);
    // jobs that run locally have one split by the job's own input, and one for each file by this
    job.setInputFormatClass(KeyValueTextInputFormat.class);
    Path input = new Path("/input" + directory);
    for (int i = 0; i < maps; i++) {
      DFSTestUtil.writeFile(fs, new Path(input, "task-" + i), "task " + i);
    }
    FileInputFormat.setInputPaths(job, input);
    FileOutputFormat.setOutputPath(job, directory);
    if (!job.waitForCompletion(false)) {
      throw new IOException("The job failed: " + job.getStatus().getFailureInfo());
    }
  }

  @Override
  public void close() {
    dfs.shutdown();
  }
}
