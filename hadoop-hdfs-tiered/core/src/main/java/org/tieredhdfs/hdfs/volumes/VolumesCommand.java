package org.tieredhdfs.hdfs.volumes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DFSUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.util.Tool;
import org.tieredhdfs.hdfs.command.CommandExit;
import org.tieredhdfs.hdfs.command.JmxBeans;

/**
 * The command {@code volumes}: lists the volumes of running DataNodes, with the settings, their
 * sources, and the health of each.
 *
 * <p>Changes nothing. Used by one thread.
 */
public final class VolumesCommand extends Configured implements Tool {
  /** The name in JMX, behind {@code Hadoop:service=DataNode,name=}; the DataNode's id follows. */
  public static final String BEAN = "TieredVolumeProfiles-";

  private static final String HELP =
      """
      Usage: volumes [Hadoop's options: -conf FILE, -D KEY=VALUE, -fs URI] [--json] [HOST:PORT...]


      Lists the volumes of running DataNodes: storage type, state, and each setting of the execution
      profile with its source (a key, or the default of a medium). Reads JMX from the DataNodes' web
      servers; changes nothing.

        --json     print one JSON object, keyed by DataNode and path
        HOST:PORT  web server of a DataNode; default: all live DataNodes (needs a superuser)
        --help     print this help

      Exit code: 0 all answered; 1 invalid command line; 4 a DataNode or the NameNode did not answer.
      """;

  private final PrintStream out;
  private final PrintStream err;

  public VolumesCommand(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  @Override
  public int run(String[] args) {
    List<String> addresses = new ArrayList<>(Arrays.asList(args));
    if (addresses.contains("--help")) {
      out.print(HELP);
      return CommandExit.DONE;
    }
    boolean asJson = addresses.remove("--json");
    for (String address : addresses) {
      if (!address.matches("[^-].*:\\d+")) {
        err.println(
            "volumes: '" + address + "' is not allowed; it has to be --json, --help or HOST:PORT");
        return CommandExit.USAGE;
      }
    }
    try {
      return list(addresses.isEmpty() ? live() : addresses, asJson);
    } catch (IOException e) {
      err.println("volumes: cannot query the cluster: " + firstLine(e));
      return CommandExit.UNREACHABLE;
    }
  }

  private List<String> live() throws IOException {
    if (!(FileSystem.get(getConf()) instanceof DistributedFileSystem dfs)) {
      throw new IOException(FileSystem.getDefaultUri(getConf()) + " is not HDFS");
    }
    boolean isSecure = scheme().equals("https");
    List<String> addresses = new ArrayList<>();
    for (DatanodeInfo node : dfs.getDataNodeStats(DatanodeReportType.LIVE)) {
      addresses.add(isSecure ? node.getInfoSecureAddr() : node.getInfoAddr());
    }
    addresses.sort(null);
    return addresses;
  }

  private String scheme() {
    return DFSUtil.getHttpClientScheme(getConf());
  }

  private int list(List<String> addresses, boolean asJson) throws IOException {
    JmxBeans beans = new JmxBeans(getConf());
    ObjectMapper mapper = new ObjectMapper();
    var all = mapper.createObjectNode();
    int exit = CommandExit.DONE;
    for (String address : addresses) {
      try {
        JsonNode bean = beans.read(URI.create(scheme() + "://" + address), "DataNode", BEAN + "*");
        if (!bean.has("Volumes")) {
          throw new IOException(
              "it has no execution profiles: it runs without the overlay, or with Apache"
                  + " Hadoop's dataset");
        }
        all.set(address, mapper.readTree(bean.path("Volumes").asText()));
      } catch (IOException e) {
        err.println("volumes: " + address + ": " + firstLine(e));
        exit = CommandExit.UNREACHABLE;
      }
    }
    if (asJson) {
      out.println(mapper.writerWithDefaultPrettyPrinter().writeValueAsString(all));
    } else {
      all.fields().forEachRemaining(node -> print(node.getKey(), node.getValue()));
    }
    return exit;
  }

  private void print(String address, JsonNode volumes) {
    volumes
        .fields()
        .forEachRemaining(
            volume -> {
              JsonNode shown = volume.getValue();
              out.printf(
                  "%s %s %s: %s%n",
                  address,
                  volume.getKey(),
                  shown.path("storageType").asText(),
                  shown.path("state").asText());
              shown
                  .path("settings")
                  .fields()
                  .forEachRemaining(
                      setting ->
                          out.printf(
                              "  %-34s %-12s %s%n",
                              setting.getKey(),
                              setting.getValue().path("value").asText(),
                              setting.getValue().path("source").asText()));
            });
  }

  private static String firstLine(IOException e) {
    IOException shown = e instanceof RemoteException remote ? remote.unwrapRemoteException() : e;
    return String.valueOf(shown.getMessage()).lines().findFirst().orElse("");
  }
}
