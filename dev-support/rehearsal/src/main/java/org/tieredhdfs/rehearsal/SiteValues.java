package org.tieredhdfs.rehearsal;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.tieredhdfs.localcluster.spec.ClusterDirs;

/**
 * The site files of a cluster with two NameNodes on this machine: those that are in this package's
 * resources, and what is a daemon's own.
 *
 * @param ports of {@link #listeners}
 * @param hasBlockTokens whether DataNodes ask for block tokens
 */
record SiteValues(ClusterDirs dirs, Map<String, Integer> ports, boolean hasBlockTokens) {
  static final String NAMESERVICE = "rehearsal";
  static final String ZOOKEEPER = "zk";
  private static final String LOCALHOST = "127.0.0.1";

  /** What listens on a port of its own, by the names that the resources have for it. */
  static List<String> listeners(int dataNodes) {
    List<String> names =
        new ArrayList<>(List.of("nn0.rpc", "nn1.rpc", "nn0.http", "nn1.http", ZOOKEEPER));
    names.addAll(List.of("jn0", "jn1", "jn2"));
    for (int number = 0; number < dataNodes; number++) {
      names.addAll(List.of("dn" + number, "dn" + number + ".http", "dn" + number + ".ipc"));
    }
    return names;
  }

  String address(String listener) {
    return LOCALHOST + ":" + ports.get(listener);
  }

  Map<String, String> core() {
    return Map.of(
        "fs.defaultFS",
        "hdfs://" + NAMESERVICE,
        "hadoop.tmp.dir",
        dirs.tmp().resolve("hadoop").toString());
  }

  Map<String, String> hdfs() throws IOException {
    return resource("hdfs-site.properties");
  }

  Map<String, String> hbase() throws IOException {
    return resource("hbase-site.properties");
  }

  private Map<String, String> resource(String name) throws IOException {
    Map<String, String> variables = new TreeMap<>();
    ports.keySet().forEach(listener -> variables.put("rehearsal." + listener, address(listener)));
    variables.put("rehearsal.data", dirs.data().toString());
    variables.put("rehearsal.tmp", dirs.tmp().toString());
    variables.put("rehearsal.block.tokens", Boolean.toString(hasBlockTokens));
    variables.put("rehearsal.zookeeper.port", String.valueOf(ports.get(ZOOKEEPER)));
    variables.put("rehearsal.regionservers", Integer.toString(InstalledCluster.REGIONSERVERS));
    return SiteResource.read(SiteValues.class, name, variables);
  }

  Map<String, String> journalNode(String name) {
    return Map.of(
        "dfs.journalnode.rpc-address", address(name),
        "dfs.journalnode.http-address", LOCALHOST + ":0",
        "dfs.journalnode.edits.dir", dirs.data(name).toString());
  }

  /**
   * @param volumes storage type to folder
   */
  Map<String, String> dataNode(String name, Map<String, Path> volumes) {
    List<String> list = new ArrayList<>();
    volumes.forEach((type, folder) -> list.add("[" + type + "]" + folder.toUri()));
    return Map.of(
        "dfs.datanode.address", address(name),
        "dfs.datanode.http.address", address(name + ".http"),
        "dfs.datanode.ipc.address", address(name + ".ipc"),
        "dfs.datanode.data.dir", String.join(",", list));
  }

  String zooCfg() {
    return """
    dataDir=%s
    clientPortAddress=%s
    clientPort=%s
    tickTime=2000
    maxClientCnxns=0
    admin.enableServer=false
    4lw.commands.whitelist=srvr
    """
        .formatted(dirs.data("zookeeper"), LOCALHOST, ports.get(ZOOKEEPER));
  }
}
