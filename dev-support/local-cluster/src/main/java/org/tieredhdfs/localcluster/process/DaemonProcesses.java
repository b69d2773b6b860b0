package org.tieredhdfs.localcluster.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.tieredhdfs.linux.LinuxTool;
import org.tieredhdfs.localcluster.spec.ClusterDirs;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.localcluster.spec.Daemon;
import org.tieredhdfs.media.server.MediaControl;
import org.tieredhdfs.media.server.MediaServerProcess;

/** Starts the Java processes of one cluster. */
public final class DaemonProcesses {
  private static final FileAttribute<?> OWNER_ONLY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  private final ClusterSpec spec;
  private final StartGate gate;

  public DaemonProcesses(ClusterSpec spec, StartGate gate) {
    this.spec = spec;
    this.gate = gate;
  }

  /**
   * A daemon that was started here.
   *
   * @param daemon what it is
   * @param process its process
   */
  public record Started(Daemon daemon, Process process) {
    public String name() {
      return daemon.name();
    }
  }

  /** Starts a daemon in a session of its own, so that it outlives the terminal. */
  public Started start(Daemon daemon) throws IOException, ClusterException {
    List<String> command = JavaCommand.ofDaemon(spec, daemon);
    return new Started(daemon, start(command, daemon));
  }

  /** Creates the NameNode's empty name space. */
  public Process format(Daemon nameNode) throws IOException, ClusterException {
    List<String> command = new ArrayList<>(JavaCommand.ofDaemon(spec, nameNode));
    command.addAll(List.of("-format", "-force", "-nonInteractive"));
    return start(command, nameNode);
  }

  /** Starts the server of the emulated media, and waits until it takes commands. */
  public void startMediaServer() throws IOException, ClusterException {
    Path control = spec.dirs().mediaControl();
    gate.pass(() -> Files.createDirectory(control, OWNER_ONLY));
    String name = JavaCommand.MEDIA_SERVER;
    Process process =
        start(
            JavaCommand.ofMediaServer(spec.dirs()),
            name,
            environment ->
                JavaCommand.setEnvironment(environment, confDirs(name), spec.classPath()));
    MediaControl server = new MediaControl(spec.dirs().mediaSocket());
    try {
      MediaServerProcess.awaitStart(process, server, spec.dirs().out(name), spec.startLimit());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ClusterException("interrupted while the media server was started", e);
    }
  }

  private Process start(List<String> command, Daemon daemon) throws IOException, ClusterException {
    return start(
        command,
        daemon.name(),
        environment ->
            JavaCommand.setEnvironment(environment, confDirs(daemon.name()), spec, daemon));
  }

  private Process start(
      List<String> command, String name, Consumer<Map<String, String>> environment)
      throws IOException, ClusterException {
    List<String> whole = new ArrayList<>();
    if (LinuxTool.isInstalled("setsid")) {
      whole.add("setsid");
    }
    whole.addAll(command);
    ProcessBuilder builder = builder(spec.dirs(), name, whole);
    environment.accept(builder.environment());
    builder.environment().remove("HADOOP_USER_NAME");
    List<Process> started = new ArrayList<>();
    gate.pass(() -> started.add(builder.start()));
    return started.get(0);
  }

  /** A process of a cluster whose standard streams are in its logs. */
  public static ProcessBuilder builder(ClusterDirs dirs, String name, List<String> command) {
    return new ProcessBuilder(command)
        .directory(dirs.tmp().toFile())
        .redirectInput(Path.of("/dev/null").toFile())
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(dirs.out(name).toFile()));
  }

  private List<Path> confDirs(String name) {
    Path own = spec.dirs().conf(name);
    return Files.isDirectory(own) ? List.of(own, spec.dirs().conf()) : List.of(spec.dirs().conf());
  }
}
