package org.tieredhdfs.localcluster.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.tieredhdfs.linux.ProcessTable;
import org.tieredhdfs.localcluster.conf.ConfFiles;
import org.tieredhdfs.localcluster.spec.ClusterDirs;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.localcluster.spec.Daemon;
import org.tieredhdfs.localcluster.spec.Role;
import org.tieredhdfs.media.server.MediaServer;
import org.tieredhdfs.media.server.MediaServerProcess;

/** Puts together the command lines of daemons and tools of one cluster. */
public final class JavaCommand {
  private static final String CLUSTER_MARK = "-Dtieredhdfs.cluster.dir=";
  private static final String DAEMON_MARK = "-Dtieredhdfs.daemon=";

  private static final String OUR_COLLECTOR = "-XX:+UseSerialGC";

  /** The media server's name in the cluster's logs. */
  public static final String MEDIA_SERVER = "media-server";

  private JavaCommand() {}

  /** The argument by which every Java process of the cluster in {@code dirs} is known. */
  public static String clusterMark(ClusterDirs dirs) {
    return CLUSTER_MARK + dirs.dir();
  }

  /** The prefix of the argument that names a daemon. */
  public static String daemonMarkPrefix() {
    return DAEMON_MARK;
  }

  public static List<String> ofDaemon(ClusterSpec spec, Daemon daemon) {
    ClusterDirs dirs = spec.dirs();
    List<String> command = base(dirs, daemon.heapMb());
    if (spec.javaOptions(daemon.role()).stream().anyMatch(JavaCommand::choosesCollector)) {
      command.remove(OUR_COLLECTOR);
    }
    command.add(DAEMON_MARK + daemon.name());
    command.add("-Dtieredhdfs.log=" + dirs.log(daemon.name()));
    command.add("-Dlog4j2.configurationFile=" + dirs.conf().resolve(ConfFiles.DAEMON_LOGGING));
    command.add("-XX:ErrorFile=" + dirs.logs().resolve(daemon.name() + ".crash"));
    command.add("-XX:+ExitOnOutOfMemoryError");
    command.addAll(spec.javaOptions(daemon.role()));
    spec.classArchive(daemon).ifPresent(archive -> command.add(archive.option()));
    command.add(daemon.role().mainClass());
    if (daemon.role() == Role.ZOOKEEPER) {
      command.add(dirs.conf().resolve("zoo.cfg").toString());
    } else if (!daemon.role().argument().isEmpty()) {
      command.add(daemon.role().argument());
    }
    return command;
  }

  /** Java starts with one collector only. */
  private static boolean choosesCollector(String option) {
    return option.startsWith("-XX:+Use") && option.endsWith("GC");
  }

  /** The server of emulated media, with the class path of this process and nothing of Hadoop's. */
  static List<String> ofMediaServer(ClusterDirs dirs) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        MediaServerProcess.arguments(
            System.getProperty("java.class.path"), List.of(clusterMark(dirs)), dirs.mediaSocket()));
    return command;
  }

  /** Whether a process is a media server. */
  static boolean isMediaServer(ProcessTable.Entry entry) {
    return entry.arguments().contains(MediaServer.class.getName());
  }

  public static List<String> ofTool(ClusterDirs dirs, String mainClass, List<String> arguments) {
    List<String> command = base(dirs, 512);
    command.add(mainClass);
    command.addAll(arguments);
    return command;
  }

  private static List<String> base(ClusterDirs dirs, int heapMb) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add(clusterMark(dirs));
    command.add("-Xmx" + heapMb + "m");
    // For many small JVMs on few cores, parallel collectors only cost memory.
    command.add(OUR_COLLECTOR);
    // Otherwise growing metadata of loaded classes triggers full collections of up to 90 ms during
    // measurements.
    command.add("-XX:MetaspaceSize=128m");
    command.add("-Djava.io.tmpdir=" + dirs.tmp());
    command.add("@" + dirs.conf().resolve(ConfFiles.JAVA_OPTIONS));
    return command;
  }

  /** That of a daemon; an archive of its classes wants the jars to come first. */
  static void setEnvironment(
      Map<String, String> environment, List<Path> confDirs, ClusterSpec spec, Daemon daemon) {
    String classPath = spec.classPath(daemon);
    setEnvironment(environment, confDirs, classPath);
    if (spec.classArchive(daemon).isPresent()) {
      environment.put("CLASSPATH", classPath + ":" + joined(confDirs));
    }
  }

  /** Makes the environment of a process: our class path, nothing of another Hadoop's. */
  public static void setEnvironment(
      Map<String, String> environment, List<Path> confDirs, String classPath) {
    environment
        .keySet()
        .removeIf(
            name ->
                (name.startsWith("HADOOP_") && !name.equals("HADOOP_USER_NAME"))
                    || name.startsWith("HBASE_"));
    environment.put("CLASSPATH", joined(confDirs) + ":" + classPath);
    environment.put("HADOOP_CONF_DIR", confDirs.get(0).toString());
    environment.put("HBASE_CONF_DIR", confDirs.get(confDirs.size() - 1).toString());
  }

  private static String joined(List<Path> paths) {
    return paths.stream().map(Path::toString).collect(Collectors.joining(":"));
  }
}
