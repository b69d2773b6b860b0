package org.tieredhdfs.bench.terasort;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.tieredhdfs.localcluster.spec.ClusterSpec;

/**
 * The workers of a cluster that are on this one machine as if each had a machine of its own, with
 * several of these on a host.
 *
 * <p>YARN tells NodeManagers apart, and knows where data is, by names. So each worker has a name
 * and a loopback address, by a file that stands in for the machine's host table in all processes.
 *
 * @param hosts how many
 * @param workersPerHost pairs of a DataNode and a NodeManager on each
 */
record WorkerHosts(int hosts, int workersPerHost) {
  private static final String NAME = "worker";
  private static final String HOSTS_FILE = "hosts";
  private static final String PLACES_FILE = "places";

  /** How many workers there are. */
  int workers() {
    return hosts * workersPerHost;
  }

  /** The name of a worker. */
  String name(int worker) {
    return NAME + worker;
  }

  /** On which host a worker is. */
  int host(String name) {
    return Integer.parseInt(name.substring(NAME.length())) / workersPerHost;
  }

  /**
   * Makes a specification one of these workers.
   *
   * @param folder for the tables of names and places
   * @param machine the name of this machine
   */
  void addTo(ClusterSpec.Builder builder, Path folder, String machine) throws IOException {
    Files.createDirectories(folder);
    Files.write(folder.resolve(HOSTS_FILE), hostsTable(machine));
    Files.write(folder.resolve(PLACES_FILE), places());
    builder
        .dataNodes(workers())
        .javaOption("-Djdk.net.hosts.file=" + folder.resolve(HOSTS_FILE))
        .setting(
            "net.topology.node.switch.mapping.impl",
            "org.tieredhdfs.bench.terasort.HostTableMapping")
        .setting("net.topology.table.file.name", folder.resolve(PLACES_FILE).toString())
        .setting("net.topology.impl", "org.apache.hadoop.net.NetworkTopologyWithNodeGroup")
        .setting("dfs.use.dfs.network.topology", "false");
    for (int i = 0; i < workers(); i++) {
      builder.settingOf(i, "dfs.datanode.hostname", name(i));
    }
  }

  /** The name of this machine, which daemons look up. */
  static String thisMachine() throws IOException {
    return InetAddress.getLocalHost().getHostName();
  }

  List<String> hostsTable(String machine) {
    List<String> lines = new ArrayList<>();
    lines.add("127.0.0.1 localhost " + machine);
    for (int i = 0; i < workers(); i++) {
      lines.add("127.1.0." + (i + 1) + " " + name(i));
    }
    return lines;
  }

  /** The place of each worker: its rack, of which there is one, and its host, a node group. */
  List<String> places() {
    return IntStream.range(0, workers())
        .mapToObj(i -> name(i) + " /rack0/host" + host(name(i)))
        .toList();
  }
}
