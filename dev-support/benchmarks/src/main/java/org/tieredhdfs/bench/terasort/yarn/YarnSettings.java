package org.tieredhdfs.bench.terasort.yarn;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tieredhdfs.localcluster.ClusterView;
import org.tieredhdfs.localcluster.conf.ConfFiles;
import org.tieredhdfs.localcluster.process.JavaCommand;

/** The configuration of YARN and MapReduce, by file, so that they fit on one machine. */
final class YarnSettings {
  static final int RESOURCE_MANAGER_PORTS = 5;

  private static final String LOCALHOST = "127.0.0.1";
  private static final int CONTAINER_MB = 256;
  private static final int TASK_HEAP_MB = 192;

  private final ClusterView view;
  private final WorkerHosts hosts;
  private final String classPath;
  private final List<Integer> ports;
  private final int tasksPerHost;

  /**
   * @param classPath of the tasks, configuration first
   * @param ports of the ResourceManager, {@link #RESOURCE_MANAGER_PORTS} of them
   * @param tasksPerHost that run on a host at the same time
   */
  YarnSettings(
      ClusterView view,
      WorkerHosts hosts,
      String classPath,
      List<Integer> ports,
      int tasksPerHost) {
    this.view = view;
    this.hosts = hosts;
    this.classPath = classPath;
    this.ports = List.copyOf(ports);
    this.tasksPerHost = tasksPerHost;
  }

  /** Where the ResourceManager has its REST interface. */
  String resourceManagerHttp() {
    return LOCALHOST + ":" + ports.get(0);
  }

  /** {@code yarn-site.xml} of all. */
  Map<String, String> yarn() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("yarn.resourcemanager.webapp.address", resourceManagerHttp());
    settings.put("yarn.resourcemanager.address", LOCALHOST + ":" + ports.get(1));
    settings.put("yarn.resourcemanager.scheduler.address", LOCALHOST + ":" + ports.get(2));
    settings.put("yarn.resourcemanager.resource-tracker.address", LOCALHOST + ":" + ports.get(3));
    settings.put("yarn.resourcemanager.admin.address", LOCALHOST + ":" + ports.get(4));
    // tasks are as much shorter as there is less data
    settings.put("yarn.resourcemanager.nodemanagers.heartbeat-interval-ms", "250");
    settings.put("yarn.scheduler.minimum-allocation-mb", Integer.toString(CONTAINER_MB));
    settings.put("yarn.nodemanager.aux-services", "mapreduce_shuffle");
    settings.put(
        "yarn.nodemanager.aux-services.mapreduce_shuffle.class",
        "org.apache.hadoop.mapred.ShuffleHandler");
    settings.put(
        "yarn.nodemanager.resource.memory-mb",
        Integer.toString(tasksPerHost / hosts.workersPerHost() * CONTAINER_MB));
    settings.put(
        "yarn.nodemanager.resource.cpu-vcores",
        Integer.toString(tasksPerHost / hosts.workersPerHost()));
    settings.put("yarn.nodemanager.pmem-check-enabled", "false");
    settings.put("yarn.nodemanager.vmem-check-enabled", "false");
    // the disk of this machine may be as full as it likes
    settings.put(
        "yarn.nodemanager.disk-health-checker.max-disk-utilization-per-disk-percentage", "100");
    settings.put("yarn.application.classpath", view.dirs().conf().toString());
    settings.put("yarn.log-aggregation-enable", "false");
    return settings;
  }

  /** {@code yarn-site.xml} of one NodeManager. */
  Map<String, String> nodeManager(int worker) {
    Map<String, String> settings = new LinkedHashMap<>(yarn());
    Path own = view.dirs().tmp().resolve(nodeManagerName(worker));
    String anyPort = hosts.name(worker) + ":0";
    settings.put("yarn.nodemanager.hostname", hosts.name(worker));
    settings.put("yarn.nodemanager.address", anyPort);
    settings.put("yarn.nodemanager.localizer.address", anyPort);
    settings.put("yarn.nodemanager.webapp.address", anyPort);
    settings.put("yarn.nodemanager.local-dirs", own.resolve("local").toString());
    settings.put("yarn.nodemanager.log-dirs", containerLogs(worker).toString());
    return settings;
  }

  static String nodeManagerName(int worker) {
    return "nm" + worker;
  }

  private Path containerLogs(int worker) {
    return view.dirs().logs().resolve(nodeManagerName(worker) + "-containers");
  }

  /** {@code mapred-site.xml}. */
  Map<String, String> mapReduce() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("mapreduce.framework.name", "yarn");
    settings.put("mapreduce.application.classpath", classPath.replace(':', ','));
    settings.put("yarn.app.mapreduce.am.staging-dir", "/mapreduce/staging");
    settings.put("mapreduce.jobhistory.intermediate-done-dir", "/mapreduce/history");
    settings.put("yarn.app.mapreduce.am.create-intermediate-jh-base-dir", "true");
    // there is no history server, and nobody waits for one
    settings.put("mapreduce.jobhistory.address", "");
    // for NodeManagers, too: what yarn-site.xml says of it, the defaults of MapReduce override
    settings.put("mapreduce.shuffle.port", "0");
    settings.put("mapreduce.client.submit.file.replication", "3");
    settings.put("yarn.app.mapreduce.am.resource.mb", Integer.toString(CONTAINER_MB));
    settings.put("yarn.app.mapreduce.am.command-opts", javaOptions());
    for (String kind : List.of("map", "reduce")) {
      settings.put("mapreduce." + kind + ".memory.mb", Integer.toString(CONTAINER_MB));
      settings.put("mapreduce." + kind + ".java.opts", javaOptions());
      // a task is as slow as this machine is busy, and would not be faster elsewhere on it
      settings.put("mapreduce." + kind + ".speculative", "false");
    }
    settings.put("mapreduce.task.io.sort.mb", "64");
    // reduces that wait for maps would take their places
    settings.put("mapreduce.job.reduce.slowstart.completedmaps", "0.8");
    settings.put("mapreduce.client.progressmonitor.pollinterval", "250");
    settings.put("mapreduce.client.completion.pollinterval", "250");
    return settings;
  }

  /**
   * Tasks live for seconds: their code is compiled at once, and they are ended with the cluster.
   */
  private String javaOptions() {
    return String.join(
        " ",
        "-Xmx" + TASK_HEAP_MB + "m",
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        JavaCommand.clusterMark(view.dirs()),
        "@" + view.dirs().conf().resolve(ConfFiles.JAVA_OPTIONS));
  }

  /**
   * {@code capacity-scheduler.xml}: one queue, which may wait for a local node as long as usual.
   */
  Map<String, String> scheduler() {
    Map<String, String> settings = new LinkedHashMap<>();
    String root = "yarn.scheduler.capacity.root";
    settings.put(root + ".queues", "default");
    settings.put(root + ".default.capacity", "100");
    settings.put(root + ".default.maximum-capacity", "100");
    settings.put(root + ".default.maximum-am-resource-percent", "1.0");
    settings.put("yarn.scheduler.capacity.node-locality-delay", Integer.toString(hosts.workers()));
    return settings;
  }
}
