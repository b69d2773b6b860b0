package org.tieredhdfs.bench.terasort;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.tieredhdfs.localcluster.ClusterView;
import org.tieredhdfs.localcluster.JmxPage;
import org.tieredhdfs.localcluster.conf.ConfFiles;
import org.tieredhdfs.localcluster.process.FreePorts;
import org.tieredhdfs.localcluster.process.LogFiles;
import org.tieredhdfs.localcluster.process.ProcessTermination;
import org.tieredhdfs.localcluster.spec.ClusterException;

/**
 * A ResourceManager, and a NodeManager for each worker, beside HDFS; ended by {@link #close}. They
 * carry the mark of the cluster, as their containers do, so that its end is theirs. Used by one
 * thread.
 */
final class YarnDaemons implements AutoCloseable {
  private static final String RESOURCE_MANAGER_NAME = "rm";
  private static final String RESOURCE_MANAGER =
      "org.apache.hadoop.yarn.server.resourcemanager.ResourceManager";
  private static final String NODE_MANAGER =
      "org.apache.hadoop.yarn.server.nodemanager.NodeManager";
  private static final String RESOURCE_MANAGER_HEAP = "-Xmx256m";
  private static final String NODE_MANAGER_HEAP = "-Xmx128m";
  private static final String CLUSTER_METRICS =
      "Hadoop:service=ResourceManager,name=ClusterMetrics";
  private static final long START_LIMIT_SEC = 600;
  private static final int MAX_PORT_ATTEMPTS = 5;
  private static final long END_LIMIT_SEC = 10;
  private static final long POLL_MS = 200;

  private final ClusterView view;
  private final String classPath;
  private final String resourceManager;
  private final Map<String, Process> processes = new LinkedHashMap<>();

  /**
   * @param resourceManager where it has its web server
   */
  private YarnDaemons(ClusterView view, String classPath, String resourceManager) {
    this.view = view;
    this.classPath = classPath;
    this.resourceManager = resourceManager;
  }

  /**
   * Starts them and waits until all NodeManagers are registered. If somebody else takes a port of
   * the ResourceManager before it does, they start anew with other ports.
   *
   * @param classPath of Hadoop and YARN, without configuration
   * @param tasksPerHost that run on a host at the same time
   * @throws ClusterException if they do not come up
   */
  static YarnDaemons start(ClusterView view, WorkerHosts hosts, String classPath, int tasksPerHost)
      throws IOException, ClusterException, InterruptedException {
    return start(view, hosts, classPath, tasksPerHost, FreePorts::pick);
  }

  /**
   * @param portSource gives ports that are free as far as it knows
   */
  static YarnDaemons start(
      ClusterView view,
      WorkerHosts hosts,
      String classPath,
      int tasksPerHost,
      FreePorts.Source portSource)
      throws IOException, ClusterException, InterruptedException {
    for (int attempt = 1; ; attempt++) {
      List<Integer> ports = portSource.pick(YarnSettings.RESOURCE_MANAGER_PORTS);
      try {
        return startOn(ports, view, hosts, classPath, tasksPerHost);
      } catch (ClusterException e) {
        if (attempt == MAX_PORT_ATTEMPTS
            || !LogFiles.hasLostPort(view.dirs(), RESOURCE_MANAGER_NAME)) {
          throw e;
        }
      }
    }
  }

  private static YarnDaemons startOn(
      List<Integer> ports, ClusterView view, WorkerHosts hosts, String classPath, int tasksPerHost)
      throws IOException, ClusterException, InterruptedException {
    String withConf = view.dirs().conf() + ":" + classPath;
    YarnSettings settings = new YarnSettings(view, hosts, withConf, ports, tasksPerHost);
    YarnDaemons daemons = new YarnDaemons(view, withConf, "127.0.0.1:" + ports.get(0));
    boolean isUp = false;
    try {
      for (String name : List.of("yarn-site", "mapred-site", "capacity-scheduler")) {
        daemons.write(view.dirs().conf(), name + ".xml", settings.of(name));
      }
      daemons.launch(RESOURCE_MANAGER_NAME, RESOURCE_MANAGER, RESOURCE_MANAGER_HEAP);
      for (int i = 0; i < hosts.workers(); i++) {
        String name = YarnSettings.nodeManagerName(i);
        daemons.write(view.dirs().conf(name), "yarn-site.xml", settings.nodeManager(i));
        daemons.launch(name, NODE_MANAGER, NODE_MANAGER_HEAP);
      }
      daemons.await(hosts.workers());
      isUp = true;
      return daemons;
    } finally {
      if (!isUp) {
        daemons.close();
      }
    }
  }

  private void write(Path folder, String file, Map<String, String> values) throws IOException {
    Files.createDirectories(folder);
    Files.writeString(folder.resolve(file), view.siteXml(values));
  }

  private void launch(String name, String mainClass, String heap) throws IOException {
    ProcessBuilder builder =
        view.foreignTool(view.dirs().conf(name), classPath, mainClass, List.of());
    List<String> command = new ArrayList<>(builder.command());
    command.addAll(
        command.indexOf(mainClass),
        List.of(
            heap,
            "-XX:TieredStopAtLevel=1",
            "-Dtieredhdfs.log=" + view.dirs().log(name),
            "-Dlog4j2.configurationFile=" + view.dirs().conf().resolve(ConfFiles.DAEMON_LOGGING)));
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    // whether a port was taken is read from the log: an earlier attempt's must not be found there
    Files.deleteIfExists(view.dirs().log(name));
    processes.put(
        name,
        builder
            .command(command)
            .redirectErrorStream(true)
            .redirectOutput(view.dirs().out(name).toFile())
            .start());
  }

  private void await(int nodes) throws ClusterException, InterruptedException {
    long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_LIMIT_SEC);
    int active = 0;
    while (active < nodes) {
      requireAlive();
      if (System.nanoTime() - endNs > 0) {
        throw new ClusterException(
            String.format(
                "of %d NodeManagers only %d came up in %d s; see %s",
                nodes, active, START_LIMIT_SEC, view.dirs().logs()));
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MS);
      active = activeNodes();
    }
  }

  private void requireAlive() throws ClusterException {
    for (Map.Entry<String, Process> daemon : processes.entrySet()) {
      if (!daemon.getValue().isAlive()) {
        String name = daemon.getKey();
        throw new ClusterException(
            "the daemon " + name + " of YARN has ended; see " + view.dirs().log(name));
      }
    }
  }

  private int activeNodes() {
    try {
      return JmxPage.read(resourceManager, CLUSTER_METRICS).path("NumActiveNMs").asInt();
    } catch (IOException notYet) {
      return 0;
    }
  }

  @Override
  public void close() {
    // all at once, since each takes some time
    processes.values().forEach(Process::destroy);
    processes.values().forEach(process -> ProcessTermination.of(process, END_LIMIT_SEC));
  }
}
