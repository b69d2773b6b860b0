package org.tieredhdfs.bench.terasort;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.tieredhdfs.localcluster.ClusterView;
import org.tieredhdfs.localcluster.conf.ConfFiles;
import org.tieredhdfs.localcluster.process.JavaCommand;

/**
 * The configuration of YARN and MapReduce, so that they fit on one machine: the {@code .properties}
 * of this package, with what is different in each run.
 */
final class YarnSettings {
  static final int RESOURCE_MANAGER_PORTS = 5;

  private static final int CONTAINER_MB = 256;

  private final ClusterView view;
  private final WorkerHosts hosts;
  private final Map<String, String> values = new HashMap<>();

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
    for (int i = 0; i < RESOURCE_MANAGER_PORTS; i++) {
      values.put("rm." + i, "127.0.0.1:" + ports.get(i));
    }
    int tasks = tasksPerHost / hosts.workersPerHost();
    values.put("worker.tasks", Integer.toString(tasks));
    values.put("worker.mb", Integer.toString(tasks * CONTAINER_MB));
    values.put("workers", Integer.toString(hosts.workers()));
    values.put("conf", view.dirs().conf().toString());
    values.put("classpath", classPath.replace(':', ','));
    // tasks live for seconds: their code is compiled at once, and they are ended with the cluster
    values.put(
        "java",
        String.join(
            " ",
            "-Xmx192m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            JavaCommand.clusterMark(view.dirs()),
            "@" + view.dirs().conf().resolve(ConfFiles.JAVA_OPTIONS)));
  }

  /** {@code yarn-site.xml} of a NodeManager. */
  Map<String, String> nodeManager(int worker) throws IOException {
    String name = nodeManagerName(worker);
    values.put("worker", hosts.name(worker));
    values.put("worker.dir", view.dirs().tmp().resolve(name).resolve("local").toString());
    values.put("worker.logs", view.dirs().logs().resolve(name + "-containers").toString());
    Map<String, String> settings = of("yarn-site");
    settings.putAll(of("nodemanager"));
    return settings;
  }

  static String nodeManagerName(int worker) {
    return "nm" + worker;
  }

  /** The settings of a file of this package, filled in. */
  Map<String, String> of(String name) throws IOException {
    Properties lines = new Properties();
    try (InputStream in = YarnSettings.class.getResourceAsStream(name + ".properties")) {
      if (in == null) {
        throw new FileNotFoundException(name + ".properties");
      }
      lines.load(in);
    }
    Map<String, String> settings = new TreeMap<>();
    for (String key : lines.stringPropertyNames()) {
      String setting = lines.getProperty(key);
      for (Map.Entry<String, String> value : values.entrySet()) {
        setting = setting.replace("{" + value.getKey() + "}", value.getValue());
      }
      settings.put(key, setting);
    }
    return settings;
  }
}
