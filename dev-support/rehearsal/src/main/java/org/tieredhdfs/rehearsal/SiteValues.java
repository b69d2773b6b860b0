package org.tieredhdfs.rehearsal;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.tieredhdfs.localcluster.spec.ClusterDirs;

/**
 * The site files of a cluster with two NameNodes on this machine.
 *
 * @param dirs of the cluster
 * @param ports that were free when they were chosen
 * @param hasBlockTokens whether DataNodes ask for block tokens
 */
record SiteValues(ClusterDirs dirs, List<Integer> ports, boolean hasBlockTokens) {
  static final String NAMESERVICE = "rehearsal";
  private static final String LOCALHOST = "127.0.0.1";
  private static final int JOURNALS = 3;
  private static final int OF_NAMENODES = 4;
  private static final int OF_DATANODE = 3;

  static int portCount(int dataNodes) {
    return OF_NAMENODES + JOURNALS + 1 + OF_DATANODE * dataNodes;
  }

  private String at(int index) {
    return LOCALHOST + ":" + ports.get(index);
  }

  String nameNodeRpc(int number) {
    return at(number);
  }

  String nameNodeHttp(int number) {
    return at(2 + number);
  }

  private String journal(int number) {
    return at(OF_NAMENODES + number);
  }

  int zooKeeper() {
    return ports.get(OF_NAMENODES + JOURNALS);
  }

  private String dataNode(int number, int which) {
    return at(OF_NAMENODES + JOURNALS + 1 + OF_DATANODE * number + which);
  }

  String dataNodeHttp(int number) {
    return dataNode(number, 1);
  }

  Map<String, String> core() {
    Map<String, String> values = new TreeMap<>();
    values.put("fs.defaultFS", "hdfs://" + NAMESERVICE);
    values.put("hadoop.tmp.dir", dirs.tmp().resolve("hadoop").toString());
    return values;
  }

  /** For clients and all daemons. */
  Map<String, String> hdfs() {
    Map<String, String> values = new TreeMap<>();
    values.put("dfs.nameservices", NAMESERVICE);
    values.put("dfs.ha.namenodes." + NAMESERVICE, "nn0,nn1");
    for (int number = 0; number < 2; number++) {
      String id = NAMESERVICE + ".nn" + number;
      values.put("dfs.namenode.rpc-address." + id, nameNodeRpc(number));
      values.put("dfs.namenode.http-address." + id, nameNodeHttp(number));
      values.put("dfs.namenode.name.dir." + id, dirs.data("nn" + number).toUri().toString());
    }
    values.put(
        "dfs.client.failover.proxy.provider." + NAMESERVICE,
        "org.apache.hadoop.hdfs.server.namenode.ha.ConfiguredFailoverProxyProvider");
    // Failovers are graceful here, so no NameNode has to be fenced.
    values.put("dfs.ha.fencing.methods", "shell(/bin/true)");
    values.put("dfs.ha.tail-edits.period", "1s");
    // a starting standby stays in safe mode until it has read the edits of all reported blocks
    values.put("dfs.ha.log-roll.period", "5s");
    values.put(
        "dfs.namenode.shared.edits.dir",
        "qjournal://" + journal(0) + ";" + journal(1) + ";" + journal(2) + "/" + NAMESERVICE);
    values.put("dfs.namenode.checkpoint.period", "20s");
    values.put("dfs.namenode.checkpoint.check.period", "5s");
    values.put("dfs.namenode.safemode.extension", "0");
    values.put("dfs.namenode.datanode.registration.ip-hostname-check", "false");
    values.put("dfs.heartbeat.interval", "1s");
    values.put("dfs.namenode.heartbeat.recheck-interval", "20000");
    values.put("dfs.namenode.redundancy.interval.seconds", "1s");
    // with one of three nodes away and one just back, the third has more than twice the mean load
    values.put("dfs.namenode.redundancy.considerLoad", "false");
    values.put("dfs.block.access.token.enable", Boolean.toString(hasBlockTokens));
    values.put("dfs.replication", "2");
    // with two replicas, a pipeline must be refilled: otherwise an append leaves the only good
    // replica on a node that may restart next
    values.put("dfs.client.block.write.replace-datanode-on-failure.policy", "ALWAYS");
    values.put("dfs.client.block.write.replace-datanode-on-failure.best-effort", "true");
    values.put("dfs.blocksize", "64m");
    values.put("dfs.datanode.round-robin-volume-choosing-policy.additional-available-space", "0");
    values.put("dfs.datanode.hostname", LOCALHOST);
    return values;
  }

  Map<String, String> journalNode(int number) {
    return Map.of(
        "dfs.journalnode.rpc-address", journal(number),
        "dfs.journalnode.http-address", LOCALHOST + ":0",
        "dfs.journalnode.edits.dir", dirs.data("jn" + number).toString());
  }

  Map<String, String> nameNode(int number) {
    return Map.of("dfs.ha.namenode.id", "nn" + number);
  }

  /**
   * @param volumes storage type to folder
   */
  Map<String, String> dataNode(int number, Map<String, Path> volumes) {
    StringBuilder list = new StringBuilder();
    volumes.forEach(
        (type, folder) ->
            list.append(list.isEmpty() ? "" : ",")
                .append('[')
                .append(type)
                .append(']')
                .append(folder.toUri()));
    return Map.of(
        "dfs.datanode.address", dataNode(number, 0),
        "dfs.datanode.http.address", dataNode(number, 1),
        "dfs.datanode.ipc.address", dataNode(number, 2),
        "dfs.datanode.data.dir", list.toString());
  }

  Map<String, String> hbase(int regionServers) {
    Map<String, String> values = new TreeMap<>();
    values.put("hbase.cluster.distributed", "true");
    values.put("hbase.rootdir", "hdfs://" + NAMESERVICE + "/hbase");
    values.put("hbase.tmp.dir", dirs.tmp().resolve("hbase").toString());
    values.put("hbase.wal.provider", "asyncfs");
    values.put("hbase.regionserver.hlog.blocksize", Integer.toString(64 << 20));
    values.put("hbase.zookeeper.quorum", LOCALHOST);
    values.put("hbase.zookeeper.property.clientPort", Integer.toString(zooKeeper()));
    values.put("zookeeper.session.timeout", "40000");
    values.put("hbase.master.hostname", LOCALHOST);
    values.put("hbase.unsafe.regionserver.hostname", LOCALHOST);
    values.put("hbase.master.port", "0");
    values.put("hbase.regionserver.port", "0");
    values.put("hbase.master.info.port", "-1");
    values.put("hbase.regionserver.info.port", "-1");
    // HBase excludes DataNodes for 6 hours after a failed WAL write; of three, exclude at most one
    values.put("hbase.regionserver.async.wal.max.exclude.datanode.count", "1");
    values.put("hbase.hfile.compaction.discharger.interval", "2000");
    values.put("hbase.master.wait.on.regionservers.mintostart", Integer.toString(regionServers));
    return values;
  }

  String zooCfg() {
    return String.join(
        "\n",
        "dataDir=" + dirs.data("zookeeper"),
        "clientPortAddress=" + LOCALHOST,
        "clientPort=" + zooKeeper(),
        "tickTime=2000",
        "maxClientCnxns=0",
        "admin.enableServer=false",
        "4lw.commands.whitelist=srvr",
        "");
  }
}
