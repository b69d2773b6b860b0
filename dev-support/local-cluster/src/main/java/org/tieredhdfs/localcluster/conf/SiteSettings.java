package org.tieredhdfs.localcluster.conf;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.tieredhdfs.localcluster.media.Volume;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.localcluster.spec.HBasePlugins;
import org.tieredhdfs.localcluster.spec.Role;
import org.tieredhdfs.localcluster.spec.SiteFile;

/** The settings of Hadoop and HBase that make them fit on one machine, by file. */
public final class SiteSettings {
  public static final String LOCALHOST = "127.0.0.1";

  private static final String ANY_PORT = LOCALHOST + ":0";

  private final ClusterSpec spec;
  private final Ports ports;

  /**
   * The ports that have to be known before their daemons start; all others are the kernel's choice.
   *
   * @param nameNodeRpc of {@code fs.defaultFS}
   * @param nameNodeHttp of the NameNode's pages and metrics
   * @param zooKeeper of its clients
   */
  public record Ports(int nameNodeRpc, int nameNodeHttp, int zooKeeper) {
    public String defaultFs() {
      return "hdfs://" + LOCALHOST + ":" + nameNodeRpc;
    }

    public String nameNodeHttpAddress() {
      return LOCALHOST + ":" + nameNodeHttp;
    }

    public String zooKeeperAddress() {
      return LOCALHOST + ":" + zooKeeper;
    }
  }

  public SiteSettings(ClusterSpec spec, Ports ports) {
    this.spec = spec;
    this.ports = ports;
  }

  /** Everything for clients and daemons, the settings of the spec last. */
  public Map<SiteFile, Map<String, String>> all() {
    Map<SiteFile, Map<String, String>> files = new EnumMap<>(SiteFile.class);
    files.put(SiteFile.CORE, core());
    files.put(SiteFile.HDFS, hdfs());
    if (spec.hasHbase()) {
      files.put(SiteFile.HBASE, hbase());
    }
    spec.settings()
        .forEach(
            (key, value) ->
                files.computeIfAbsent(SiteFile.of(key), file -> new TreeMap<>()).put(key, value));
    return files;
  }

  /**
   * The {@code hdfs-site.xml} of one DataNode: the common settings, its volumes and its own.
   *
   * @param dataNode its number
   */
  public Map<String, String> hdfsOfDataNode(int dataNode, List<Volume> volumes) {
    Map<String, String> settings = new TreeMap<>(hdfs());
    settings.put(
        "dfs.datanode.data.dir",
        volumes.stream()
            .map(volume -> "[" + volume.storageType() + "]" + volume.path().toUri())
            .collect(Collectors.joining(",")));
    for (Volume volume : volumes) {
      if (volume.medium() != Volume.Medium.EMULATED) {
        // Its type says little: it shares disk and processors with all other volumes.
        settings.put("dfs.tiered.type." + volume.storageType() + ".cutoff.timeout", "15s");
      }
    }
    if (volumes.stream().anyMatch(this::isMemoryOnADevice)) {
      // otherwise the DataNode refuses it as a RAM disk that is not mounted
      settings.put("dfs.tiered.volume.ram.check", "false");
    }
    spec.settings().entrySet().stream()
        .filter(entry -> SiteFile.of(entry.getKey()) == SiteFile.HDFS)
        .forEach(entry -> settings.put(entry.getKey(), entry.getValue()));
    settings.putAll(spec.settings(dataNode));
    return settings;
  }

  private boolean isMemoryOnADevice(Volume volume) {
    return volume.medium() == Volume.Medium.EMULATED && spec.isInMemory(volume.label());
  }

  private Map<String, String> core() {
    Map<String, String> settings = new TreeMap<>();
    settings.put("fs.defaultFS", ports.defaultFs());
    settings.put("hadoop.tmp.dir", path("hadoop"));
    return settings;
  }

  private Map<String, String> hdfs() {
    Map<String, String> settings = new TreeMap<>();
    settings.put("dfs.namenode.http-address", ports.nameNodeHttpAddress());
    settings.put("dfs.namenode.name.dir", spec.dirs().data(Role.NAMENODE.key()).toUri().toString());
    settings.put("dfs.namenode.safemode.extension", "0");
    settings.put("dfs.namenode.datanode.registration.ip-hostname-check", "false");
    // All DataNodes are on one host, so a lost one may be noticed within a minute.
    settings.put("dfs.heartbeat.interval", "1s");
    settings.put("dfs.namenode.heartbeat.recheck-interval", "20000");
    settings.put("dfs.namenode.redundancy.interval.seconds", "1s");
    settings.put("dfs.replication", Integer.toString(Math.min(3, spec.dataNodes())));
    // Volumes in memory are small, and HDFS chooses only volumes with room for a whole block.
    settings.put("dfs.blocksize", "64m");
    // By default a volume needs 1 GB beyond the block, which is all that one in memory has.
    settings.put("dfs.datanode.round-robin-volume-choosing-policy.additional-available-space", "0");
    // There is rarely a spare DataNode to replace one that was cut off.
    settings.put("dfs.client.block.write.replace-datanode-on-failure.best-effort", "true");
    settings.put("dfs.datanode.hostname", LOCALHOST);
    settings.put("dfs.datanode.address", ANY_PORT);
    settings.put("dfs.datanode.http.address", ANY_PORT);
    settings.put("dfs.datanode.ipc.address", ANY_PORT);
    if (spec.namesPlugIns()) {
      // A daemon with stock classes in front by mistake must refuse to start.
      settings.put(
          "dfs.namenode.audit.loggers", "default,org.tieredhdfs.hdfs.start.StartCheckAuditLogger");
      settings.put("dfs.datanode.plugins", "org.tieredhdfs.hdfs.start.StartCheckPlugin");
    }
    return settings;
  }

  private Map<String, String> hbase() {
    String regionServers = Integer.toString(spec.regionServers());
    Map<String, String> settings = new TreeMap<>();
    settings.put("hbase.cluster.distributed", "true");
    settings.put("hbase.rootdir", ports.defaultFs() + "/hbase");
    settings.put("hbase.tmp.dir", path("hbase"));
    settings.put("hbase.unsafe.stream.capability.enforce", "true");
    settings.put("hbase.wal.provider", "asyncfs");
    settings.put("hbase.regionserver.hlog.blocksize", Integer.toString(64 << 20));
    settings.put("hbase.zookeeper.quorum", LOCALHOST);
    settings.put("hbase.zookeeper.property.clientPort", Integer.toString(ports.zooKeeper()));
    settings.put("zookeeper.session.timeout", "40000");
    settings.put("hbase.master.hostname", LOCALHOST);
    settings.put("hbase.unsafe.regionserver.hostname", LOCALHOST);
    settings.put("hbase.master.port", "0");
    settings.put("hbase.regionserver.port", "0");
    // HBase's web pages are in no published artifact.
    settings.put("hbase.master.info.port", "-1");
    settings.put("hbase.regionserver.info.port", "-1");
    settings.put("hbase.master.wait.on.regionservers.mintostart", regionServers);
    settings.put("hbase.master.wait.on.regionservers.maxtostart", regionServers);
    if (spec.namesPlugIns()) {
      settings.putAll(HBasePlugins.settings());
    }
    return settings;
  }

  private String path(String folder) {
    Path path = spec.dirs().tmp().resolve(folder);
    return path.toString();
  }
}
