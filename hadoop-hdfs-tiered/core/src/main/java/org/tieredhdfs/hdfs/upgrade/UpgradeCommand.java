package org.tieredhdfs.hdfs.upgrade;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DFSUtil;
import org.apache.hadoop.hdfs.DFSUtilClient;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HAUtilClient;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.util.Tool;
import org.tieredhdfs.hdfs.agree.RegisteredTables;
import org.tieredhdfs.hdfs.command.CommandExit;
import org.tieredhdfs.hdfs.command.JmxBeans;

/**
 * The command {@code upgrade-check}: shows which daemons run with the overlay, and the next step.
 *
 * <p>Changes nothing. Used by one thread.
 */
public final class UpgradeCommand extends Configured implements Tool {
  private static final String HELP =
      """
      Usage: upgrade-check [Hadoop's options: -conf FILE, -D KEY=VALUE, -fs URI] [--help]

      Shows which NameNodes and DataNodes run with the overlay, and the next step of a rolling upgrade
      from stock Hadoop. Reads JMX from the NameNodes' web servers; changes nothing. The local
      configuration has to name every NameNode.

        --help  print this help

      Exit code: 0 every daemon has the overlay; 1 invalid command line; 3 something is left to do;
      4 no NameNode answers.
      """;

  private final PrintStream out;
  private final PrintStream err;

  public UpgradeCommand(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  @Override
  public int run(String[] args) {
    if (args.length == 1 && args[0].equals("--help")) {
      out.print(HELP);
      return CommandExit.DONE;
    }
    if (args.length > 0) {
      err.println("upgrade-check: unknown option '" + args[0] + "'; allowed: --help");
      return CommandExit.USAGE;
    }
    try {
      UpgradeState state = look();
      state.nameNodes().forEach(node -> out.println(node.describe()));
      state.dataNodes().forEach(node -> out.println(node.describe()));
      if (state.nameNodes().stream().allMatch(node -> node.state() == null)) {
        err.println("upgrade-check: no NameNode answers");
        return CommandExit.UNREACHABLE;
      }
      out.println(state.next());
      return state.isComplete() ? CommandExit.DONE : CommandExit.FOUND;
    } catch (IOException e) {
      err.println("upgrade-check: cannot query the cluster: " + e.getMessage());
      return CommandExit.UNREACHABLE;
    }
  }

  private UpgradeState look() throws IOException {
    List<UpgradeState.NameNode> nameNodes = new ArrayList<>();
    Map<String, UpgradeState.DataNode> dataNodes = new HashMap<>();
    JmxBeans beans = new JmxBeans(getConf());
    for (InetSocketAddress address : addresses()) {
      String name = NetUtils.getHostPortString(address);
      try {
        nameNodes.add(look(beans, address, name, dataNodes));
      } catch (IOException e) {
        err.println("upgrade-check: " + name + " does not answer: " + e.getMessage());
        nameNodes.add(new UpgradeState.NameNode(name, null, "", null));
      }
    }
    List<UpgradeState.DataNode> sorted = new ArrayList<>(dataNodes.values());
    sorted.sort(Comparator.comparing(UpgradeState.DataNode::address));
    return new UpgradeState(nameNodes, sorted);
  }

  private List<InetSocketAddress> addresses() throws IOException {
    URI uri = FileSystem.getDefaultUri(getConf());
    if (HAUtilClient.isLogicalUri(getConf(), uri)) {
      return List.copyOf(
          DFSUtilClient.getHaNnRpcAddresses(getConf())
              .getOrDefault(uri.getHost(), Map.of())
              .values());
    }
    if (!(FileSystem.get(getConf()) instanceof DistributedFileSystem)) {
      throw new IOException(uri + " is not HDFS");
    }
    return List.of(DFSUtilClient.getNNAddress(uri));
  }

  private UpgradeState.NameNode look(
      JmxBeans beans,
      InetSocketAddress address,
      String name,
      Map<String, UpgradeState.DataNode> dataNodes)
      throws IOException {
    URI server = DFSUtil.getInfoServer(address, getConf(), DFSUtil.getHttpClientScheme(getConf()));
    JsonNode status = beans.read(server, "NameNode", "NameNodeStatus");
    JsonNode info = beans.read(server, "NameNode", "NameNodeInfo");
    JsonNode types = beans.read(server, "NameNode", RegisteredTables.NAME);
    boolean isStock = !types.has("StorageTypes");
    Map<String, String> tables = new HashMap<>();
    for (JsonNode entry : types.path("DataNodes")) {
      String[] words = entry.path("value").asText().split(" ", 2);
      tables.put(words[0], words[words.length - 1]);
    }
    JsonNode live = new ObjectMapper().readTree(info.path("LiveNodes").asText("{}"));
    live.fields()
        .forEachRemaining(
            node -> {
              String version = node.getValue().path("version").asText();
              String table = tables.get(node.getKey());
              // a stock NameNode does not know the table; the other one may
              dataNodes.merge(
                  node.getKey(),
                  new UpgradeState.DataNode(node.getKey(), version, table),
                  (a, b) -> b.table() == null ? a : b);
            });
    return new UpgradeState.NameNode(
        name,
        status.path("State").asText("unknown").toLowerCase(Locale.ROOT),
        info.path("SoftwareVersion").asText(),
        isStock ? null : types.path("StorageTypes").asText());
  }
}
