package org.tieredhdfs.rehearsal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.localcluster.spec.ClusterDirs;
import org.tieredhdfs.localcluster.spec.ClusterException;

/** A daemon, started by the commands that its machine's distributions have for it. */
final class Service {
  private static final long END_LIMIT_SEC = 60;

  private final Kind kind;
  private final RehearsedMachine machine;
  private final ClusterDirs dirs;
  private @Nullable Process process;

  /** The kind of a daemon, with a heap size for a single machine. */
  enum Kind {
    JOURNALNODE(64),
    NAMENODE(256),
    DATANODE(192),
    ZOOKEEPER(64),
    MASTER(256),
    REGIONSERVER(512);

    private final int heapMb;

    Kind(int heapMb) {
      this.heapMb = heapMb;
    }

    boolean isOfHbase() {
      return this == MASTER || this == REGIONSERVER;
    }
  }

  Service(Kind kind, RehearsedMachine machine, ClusterDirs dirs) {
    this.kind = kind;
    this.machine = machine;
    this.dirs = dirs;
  }

  Kind kind() {
    return kind;
  }

  RehearsedMachine machine() {
    return machine;
  }

  String name() {
    return machine.name();
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
    Process started = start(command());
    process = started;
    String prefix = kind.isOfHbase() ? "hbase-" : "hadoop-";
    Files.createDirectories(pids());
    Files.writeString(
        pids().resolve(prefix + kind.name().toLowerCase(Locale.ROOT) + ".pid"),
        started.pid() + "\n");
  }

  private Path pids() {
    return dirs.tmp().resolve("pids").resolve(name());
  }

  /** Adds what commands and daemons on its machine are told by their environment. */
  void setEnvironment(Map<String, String> environment) {
    Commands.setEnvironment(
        environment,
        dirs,
        List.of(
            "-Xmx" + kind.heapMb + "m",
            "-Dtieredhdfs.log=" + dirs.log(name()),
            "-Dtieredhdfs.daemon=" + name(),
            "-Dlog4j2.configurationFile=" + dirs.conf().resolve("log4j2-daemon.properties")));
    for (String prefix : List.of("HADOOP", "HBASE")) {
      environment.put(prefix + "_PID_DIR", pids().toString());
      environment.put(prefix + "_LOG_DIR", dirs.logs().resolve(name()).toString());
      environment.put(prefix + "_STOP_TIMEOUT", Long.toString(END_LIMIT_SEC));
    }
  }

  /** Runs a command with the daemon's own configuration before it is started. */
  void prepare(String... command) throws IOException, ClusterException, InterruptedException {
    if (start(machine.hdfs(command)).waitFor() != 0) {
      throw new ClusterException(
          name() + ": " + String.join(" ", command) + " failed; see its log");
    }
  }

  private Process start(List<String> command) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(dirs.out(name()).toFile()));
    setEnvironment(builder.environment());
    return builder.start();
  }

  boolean isAlive() {
    Process started = process;
    return started != null && started.isAlive();
  }

  /** Ends it as an operator does, and waits until it is gone. */
  void stop() throws ClusterException, InterruptedException {
    Process started = process;
    if (started == null) {
      return;
    }
    started.destroy();
    if (!started.waitFor(END_LIMIT_SEC, TimeUnit.SECONDS)) {
      throw new ClusterException(name() + " did not end within " + END_LIMIT_SEC + " s");
    }
    process = null;
  }
}
