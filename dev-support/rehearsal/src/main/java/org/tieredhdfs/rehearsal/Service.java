package org.tieredhdfs.rehearsal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.localcluster.spec.ClusterDirs;
import org.tieredhdfs.localcluster.spec.ClusterException;

/** A daemon, started by the commands that its machine's distributions have for it. */
final class Service {
  private static final long END_LIMIT_SEC = 60;

  private final String name;
  private final ServiceKind kind;
  private final RehearsedMachine machine;
  private final ClusterDirs dirs;
  private @Nullable Process process;

  Service(String name, ServiceKind kind, RehearsedMachine machine, ClusterDirs dirs) {
    this.name = name;
    this.kind = kind;
    this.machine = machine;
    this.dirs = dirs;
  }

  String name() {
    return name;
  }

  ServiceKind kind() {
    return kind;
  }

  RehearsedMachine machine() {
    return machine;
  }

  private List<String> command() {
    return switch (kind) {
      case JOURNALNODE -> machine.hdfs("journalnode");
      case NAMENODE -> machine.hdfs("namenode");
      case DATANODE -> machine.hdfs("datanode");
      case ZOOKEEPER ->
          machine.hbase(
              "org.apache.zookeeper.server.ZooKeeperServerMain",
              machine.hbaseConf().resolve("zoo.cfg").toString());
      case MASTER -> machine.hbase("master", "start");
      case REGIONSERVER -> machine.hbase("regionserver", "start");
    };
  }

  /** Starts it, with its process where the distribution's commands look for it. */
  void start() throws IOException {
    Process started = start(command(), dirs.out(name));
    process = started;
    Files.createDirectories(pids());
    Files.writeString(pids().resolve(kind.pidFile()), started.pid() + "\n");
  }

  private Path pids() {
    return dirs.tmp().resolve("pids").resolve(name);
  }

  /** Adds what commands and daemons on its machine are told by their environment. */
  void setEnvironment(Map<String, String> environment) {
    Environment.set(environment, dirs, options());
    for (String prefix : List.of("HADOOP", "HBASE")) {
      environment.put(prefix + "_PID_DIR", pids().toString());
      environment.put(prefix + "_LOG_DIR", dirs.logs().resolve(name).toString());
      environment.put(prefix + "_STOP_TIMEOUT", Long.toString(END_LIMIT_SEC));
    }
  }

  /** Starts another command with the daemon's own configuration. */
  Process start(List<String> command, Path out) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(out.toFile()));
    setEnvironment(builder.environment());
    return builder.start();
  }

  private List<String> options() {
    List<String> options = new ArrayList<>();
    options.add("-Xmx" + kind.heapMb() + "m");
    options.add("-Dtieredhdfs.log=" + dirs.log(name));
    options.add("-Dtieredhdfs.daemon=" + name);
    options.add("-Dlog4j2.configurationFile=" + dirs.conf().resolve("log4j2-daemon.properties"));
    return options;
  }

  boolean isAlive() {
    Process started = process;
    return started != null && started.isAlive();
  }

  long pid() {
    Process started = process;
    return started == null ? -1 : started.pid();
  }

  /**
   * Ends it as an operator does, and waits until it is gone.
   *
   * @throws ClusterException if it does not end
   */
  void stop() throws ClusterException, InterruptedException {
    Process started = process;
    if (started == null) {
      return;
    }
    started.destroy();
    if (!started.waitFor(END_LIMIT_SEC, TimeUnit.SECONDS)) {
      throw new ClusterException(name + " did not end within " + END_LIMIT_SEC + " s");
    }
    process = null;
  }

  /** The variables by which a process of this cluster is told what it needs. */
  static final class Environment {
    private Environment() {}

    /**
     * @param options of its Java
     */
    static void set(Map<String, String> environment, ClusterDirs dirs, List<String> options) {
      environment
          .keySet()
          .removeIf(key -> key.startsWith("HADOOP_") || key.startsWith("HBASE_") || isPath(key));
      List<String> all = new ArrayList<>(options);
      all.add("-Dtieredhdfs.cluster.dir=" + dirs.dir());
      all.add("-XX:+UseSerialGC");
      all.add("-Djava.io.tmpdir=" + dirs.tmp());
      all.add("@" + dirs.conf().resolve("java-options"));
      environment.put("JAVA_HOME", System.getProperty("java.home"));
      environment.put("HADOOP_OPTS", String.join(" ", all));
      environment.put("HBASE_OPTS", String.join(" ", all));
    }

    private static boolean isPath(String key) {
      return key.equals("CLASSPATH");
    }
  }
}
