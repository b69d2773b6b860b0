package org.tieredhdfs.hdfs.overlay;

import java.io.File;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.qjournal.server.JournalNode;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.hdfs.tools.DFSHAAdmin;

/**
 * An HA pair of NameNodes, a JournalNode and DataNodes, each a process of its own that can be
 * restarted with other jars.
 */
final class HaProcesses implements AutoCloseable {
  static final String SERVICE = "rolling";
  static final List<String> NAME_NODES = List.of("nn1", "nn2");

  /** Said by one that was never in it, too: whose image was empty, and all else in open edits. */
  private static final String SAFE_MODE_IS_OFF = "Leaving safe mode after";

  private static final String REGISTERED = "successfully registered with NN";

  final int dataNodes;
  private final Path folder;
  private final Map<String, String> common = new LinkedHashMap<>();
  private final Map<String, Integer> ports = new HashMap<>();
  private final Map<String, RunningDaemon> running = new HashMap<>();
  private int starts;

  HaProcesses(Path folder, int dataNodes) throws Exception {
    this.folder = folder;
    this.dataNodes = dataNodes;
    int journal = RunningDaemon.freePort();
    common.put("fs.defaultFS", "hdfs://" + SERVICE);
    common.put("dfs.nameservices", SERVICE);
    common.put("dfs.ha.namenodes." + SERVICE, String.join(",", NAME_NODES));
    common.put(
        "dfs.client.failover.proxy.provider." + SERVICE,
        "org.apache.hadoop.hdfs.server.namenode.ha.ConfiguredFailoverProxyProvider");
    for (String name : NAME_NODES) {
      common.put("dfs.namenode.rpc-address." + SERVICE + "." + name, address());
      common.put("dfs.namenode.http-address." + SERVICE + "." + name, address());
    }
    common.put("dfs.namenode.shared.edits.dir", "qjournal://127.0.0.1:" + journal + "/" + SERVICE);
    common.put("dfs.journalnode.rpc-address", "127.0.0.1:" + journal);
    common.put("dfs.journalnode.http-address", "127.0.0.1:0");
    common.put("dfs.journalnode.edits.dir", folder.resolve("journal").toString());
    common.put("dfs.ha.fencing.methods", "shell(/bin/true)");
    common.put("dfs.ha.tail-edits.period", "1s");
    // a standby that starts is in safe mode until it has read of all blocks that it is told of
    common.put("dfs.ha.log-roll.period", "5s");
    common.put("dfs.namenode.safemode.extension", "0");
    common.put("dfs.namenode.datanode.registration.ip-hostname-check", "false");
    common.put("dfs.heartbeat.interval", "1s");
    common.put("dfs.namenode.heartbeat.recheck-interval", "5000");
    common.put("dfs.namenode.redundancy.interval.seconds", "1s");
    common.put("dfs.replication", "2");
    // with so few, one that has just started makes the others look busy
    common.put("dfs.namenode.redundancy.considerLoad", "false");
    common.put("dfs.block.access.token.enable", "true");
    common.put("dfs.tiered.volume.ram.check", "false");
    for (int i = 0; i < dataNodes; i++) {
      ports.put("dn" + i, RunningDaemon.freePort());
    }
  }

  private static String address() throws Exception {
    return "127.0.0.1:" + RunningDaemon.freePort();
  }

  /** Makes a new cluster, all of it with these jars, the first NameNode active. */
  void create(List<File> jars) throws Exception {
    RunningDaemon journal = start(JournalNode.class, jars, Map.of());
    running.put("jn", journal);
    journal.awaitLog("IPC Server Responder: starting");
    run(jars, "nn1", "-format", "-nonInteractive");
    startNameNode("nn1", jars, Map.of());
    run(jars, "nn2", "-bootstrapStandby", "-nonInteractive");
    startNameNode("nn2", jars, Map.of());
    admin("-transitionToActive", "nn1");
    for (int i = 0; i < dataNodes; i++) {
      restartDataNode(i, jars, List.of("DISK"));
    }
  }

  private void run(List<File> jars, String nameNode, String... arguments) throws Exception {
    DaemonProcess.Ended ended =
        DaemonProcess.run(
            NameNode.class, jars, nameNode(nameNode), folder.resolve("run-" + starts++), arguments);
    if (ended.exitCode() != 0) {
      throw new AssertionError(String.join(" ", arguments) + ":\n" + ended.output());
    }
  }

  private RunningDaemon start(Class<?> daemon, List<File> jars, Map<String, String> own)
      throws Exception {
    Map<String, String> site = new LinkedHashMap<>(common);
    site.putAll(own);
    return RunningDaemon.start(
        daemon, jars, site, folder.resolve(daemon.getSimpleName() + "-" + starts++));
  }

  private Map<String, String> nameNode(String name) {
    Map<String, String> own = new LinkedHashMap<>(common);
    own.put("dfs.ha.namenode.id", name);
    own.put("dfs.namenode.name.dir", folder.resolve("name-" + name).toUri().toString());
    return own;
  }

  /** Restarts a NameNode, as standby, and waits until it could take over. */
  void restartNameNode(String name, List<File> jars) throws Exception {
    restartNameNode(name, jars, Map.of()).awaitLog(SAFE_MODE_IS_OFF);
  }

  /** Restarts a NameNode, as standby, with other keys. */
  RunningDaemon restartNameNode(String name, List<File> jars, Map<String, String> keys)
      throws Exception {
    stop(name);
    return startNameNode(name, jars, keys);
  }

  private void stop(String name) throws Exception {
    RunningDaemon before = running.get(name);
    if (before != null) {
      before.stop();
    }
  }

  private RunningDaemon startNameNode(String name, List<File> jars, Map<String, String> keys)
      throws Exception {
    Map<String, String> own = nameNode(name);
    own.putAll(keys);
    RunningDaemon nameNode = start(NameNode.class, jars, own);
    running.put(name, nameNode);
    nameNode.awaitLog("NameNode RPC up at");
    return nameNode;
  }

  /** Makes the other NameNode the active one. */
  void failOver(String from, String to) throws Exception {
    admin("-transitionToStandby", from);
    try {
      admin("-transitionToActive", to);
    } catch (AssertionError e) {
      throw new AssertionError(to + " said: " + running(to).log(), e);
    }
  }

  private RunningDaemon running(String name) {
    return Objects.requireNonNull(running.get(name), name);
  }

  private void admin(String... arguments) throws Exception {
    Configuration conf = new Configuration(conf());
    // As in a process of its own: a connection from before would lead to a NameNode that is gone
    conf.setInt("ipc.client.connection.maxidletime", 0);
    DFSHAAdmin command = new DFSHAAdmin();
    command.setConf(conf);
    int code = command.run(arguments);
    if (code != 0) {
      throw new AssertionError(String.join(" ", arguments) + " ended with " + code);
    }
  }

  /** Starts a DataNode, or restarts it with other jars or volumes, and waits until it is known. */
  void restartDataNode(int number, List<File> jars, List<String> types) throws Exception {
    String name = "dn" + number;
    stop(name);
    Map<String, String> own = new LinkedHashMap<>();
    own.put(
        "dfs.datanode.data.dir",
        String.join(
            ",",
            types.stream().map(type -> "[" + type + "]" + folder.resolve(name + type)).toList()));
    own.put("dfs.datanode.address", "127.0.0.1:" + ports.get(name));
    own.put("dfs.datanode.http.address", "127.0.0.1:0");
    own.put("dfs.datanode.ipc.address", "127.0.0.1:0");
    RunningDaemon dataNode = start(DataNode.class, jars, own);
    running.put(name, dataNode);
    for (String nameNode : NAME_NODES) {
      String address = common.get("dfs.namenode.rpc-address." + SERVICE + "." + nameNode);
      dataNode.awaitLog(REGISTERED + ": localhost/" + address + ".", REGISTERED + ": /" + address);
    }
  }

  RunningDaemon dataNode(int number) {
    return running("dn" + number);
  }

  /** What the last warnings of the first NameNode are. */
  String nameNodeLog() throws Exception {
    List<String> warnings =
        running("nn1").log().lines().filter(l -> !l.startsWith("INFO")).toList();
    return String.join("\n", warnings.subList(Math.max(0, warnings.size() - 20), warnings.size()));
  }

  Configuration conf() {
    Configuration conf = new Configuration();
    common.forEach(conf::set);
    return conf;
  }

  DistributedFileSystem client() throws Exception {
    return (DistributedFileSystem) FileSystem.newInstance(URI.create("hdfs://" + SERVICE), conf());
  }

  @Override
  public void close() {
    running.values().forEach(RunningDaemon::close);
  }
}
