package org.tieredhdfs.localcluster.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.tieredhdfs.linux.LinuxTool;
import org.tieredhdfs.linux.Throttle;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.localcluster.spec.Daemon;

/** Starts the Java processes of one cluster. */
public final class DaemonProcesses {
  private final ClusterSpec spec;
  private final StartGate gate;
  private final Optional<Throttle> throttle;

  public DaemonProcesses(ClusterSpec spec, StartGate gate, Optional<Throttle> throttle) {
    this.spec = spec;
    this.gate = gate;
    this.throttle = throttle;
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
    return new Started(daemon, start(command, daemon.name()));
  }

  /** Creates the NameNode's empty name space. */
  public Process format(Daemon nameNode) throws IOException, ClusterException {
    List<String> command = new ArrayList<>(JavaCommand.ofDaemon(spec, nameNode));
    command.addAll(List.of("-format", "-force", "-nonInteractive"));
    return start(command, nameNode.name());
  }

  private Process start(List<String> command, String name) throws IOException, ClusterException {
    List<String> whole = new ArrayList<>();
    if (LinuxTool.isInstalled("setsid")) {
      whole.add("setsid");
    }
    whole.addAll(command);
    Path out = spec.dirs().out(name);
    ProcessBuilder builder =
        new ProcessBuilder(whole)
            .directory(spec.dirs().tmp().toFile())
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(out.toFile()));
    JavaCommand.setEnvironment(builder.environment(), confDirs(name), spec.classPath());
    builder.environment().remove("HADOOP_USER_NAME");
    List<Process> started = new ArrayList<>();
    gate.pass(
        () -> {
          Process process = builder.start();
          started.add(process);
          if (throttle.isPresent()) {
            admit(throttle.get(), process);
          }
        });
    return started.get(0);
  }

  private static void admit(Throttle throttle, Process process) throws IOException {
    try {
      throttle.admit(process.pid());
    } catch (IOException e) {
      // One that has ended already is dealt with by whoever waits for it.
      if (process.isAlive()) {
        throw e;
      }
    }
  }

  private List<Path> confDirs(String name) {
    Path own = spec.dirs().conf(name);
    return Files.isDirectory(own) ? List.of(own, spec.dirs().conf()) : List.of(spec.dirs().conf());
  }
}
