package org.tieredhdfs.localcluster;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.tieredhdfs.localcluster.conf.SiteXml;
import org.tieredhdfs.localcluster.media.Media;
import org.tieredhdfs.localcluster.process.JavaCommand;
import org.tieredhdfs.localcluster.spec.ClusterDirs;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.DataNodeAddress;
import org.tieredhdfs.localcluster.spec.SiteFile;
import org.tieredhdfs.media.server.MediaControl;

/** A cluster that was started, by whichever process: where it is and how to use it. */
public final class ClusterView {
  private final ClusterDirs dirs;
  private final ClusterRecord record;

  public ClusterView(ClusterDirs dirs, ClusterRecord record) {
    this.dirs = dirs;
    this.record = record;
  }

  /**
   * The cluster in {@code dir}.
   *
   * @throws ClusterException if there is none
   */
  public static ClusterView of(Path dir) throws IOException, ClusterException {
    ClusterDirs dirs = ClusterDirs.of(dir);
    return new ClusterView(dirs, ClusterRecord.read(dirs));
  }

  public ClusterDirs dirs() {
    return dirs;
  }

  /** What was started. */
  public ClusterRecord record() {
    return record;
  }

  /** {@code fs.defaultFS}. */
  public String defaultFs() {
    return record.defaultFs();
  }

  public boolean hasHbase() {
    return !record.zooKeeper().isEmpty();
  }

  /** A client's configuration of HDFS. */
  public Configuration hdfsConf() {
    return withFiles(dirs, new HdfsConfiguration(), SiteFile.CORE, SiteFile.HDFS);
  }

  /** A client's configuration of HBase, and of HDFS below it. */
  public Configuration hbaseConf() {
    return hbaseConf(dirs);
  }

  static Configuration hbaseConf(ClusterDirs dirs) {
    return withFiles(dirs, HBaseConfiguration.create(), SiteFile.values());
  }

  private static Configuration withFiles(ClusterDirs dirs, Configuration conf, SiteFile... files) {
    for (SiteFile file : files) {
      Path path = dirs.conf().resolve(file.fileName());
      conf.addResource(new org.apache.hadoop.fs.Path(path.toUri()));
    }
    return conf;
  }

  /** The daemons that are up, and the use of the volumes. */
  public ClusterStatus status() throws IOException {
    return new StatusReader(this).read();
  }

  /**
   * Where a DataNode is reached.
   *
   * @param name {@code dn0}
   * @throws ClusterException if it does not run, or the NameNode takes it for dead
   */
  public DataNodeAddress dataNode(String name) throws IOException, ClusterException {
    return new StatusReader(this)
        .dataNode(name)
        .orElseThrow(() -> new ClusterException("there is no live DataNode " + name));
  }

  /**
   * The emulated volumes, to be given faults.
   *
   * @throws ClusterException if the cluster has none
   */
  public Media media() throws ClusterException {
    if (!record.emulated()) {
      throw new ClusterException(
          "the volumes of this cluster are plain folders; for volumes that have faults, start it"
              + " with --media emulated");
    }
    return new Media(record.volumes(), new MediaControl(dirs.mediaSocket()));
  }

  /**
   * A Java process of the cluster's Hadoop and HBase, with the caller's standard streams.
   *
   * @param mainClass what to run
   * @param arguments passed on as they are
   */
  public ProcessBuilder tool(String mainClass, List<String> arguments) {
    ProcessBuilder builder =
        new ProcessBuilder(JavaCommand.ofTool(dirs, mainClass, new ArrayList<>(arguments)));
    JavaCommand.setEnvironment(builder.environment(), List.of(dirs.conf()), record.classPath());
    return builder.inheritIO();
  }

  /**
   * A Java process with another class path and configuration than the cluster's.
   *
   * @param conf directory of the configuration; may be empty
   * @param classPath without configuration
   */
  public ProcessBuilder foreignTool(
      Path conf, String classPath, String mainClass, List<String> arguments) {
    ProcessBuilder builder =
        new ProcessBuilder(JavaCommand.ofTool(dirs, mainClass, new ArrayList<>(arguments)));
    JavaCommand.setEnvironment(builder.environment(), List.of(conf), classPath);
    return builder;
  }

  /** The text of a configuration file, for such a tool. */
  public String siteXml(Map<String, String> settings) {
    return SiteXml.of(settings);
  }

  /** The class path of {@link #tool}, configuration first. */
  public String toolClassPath() {
    return dirs.conf() + ":" + record.classPath();
  }
}
