package org.tieredhdfs.localcluster;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.linux.LinuxTool;
import org.tieredhdfs.linux.ProcessTable;
import org.tieredhdfs.localcluster.media.Media;
import org.tieredhdfs.localcluster.media.Volume;
import org.tieredhdfs.localcluster.process.DaemonProcesses;
import org.tieredhdfs.localcluster.process.DaemonProcesses.Started;
import org.tieredhdfs.localcluster.process.JavaCommand;
import org.tieredhdfs.localcluster.process.StartupWatch;
import org.tieredhdfs.localcluster.spec.ClusterDirs;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.localcluster.spec.Daemon;
import org.tieredhdfs.localcluster.spec.Role;
import org.tieredhdfs.media.device.WriteCache;

/**
 * Kills single daemons of a cluster that runs, and starts them anew.
 *
 * <p>A daemon is found by the name on its command line, so that it does not matter how often it was
 * started before.
 */
public final class DaemonControl {
  private static final Logger LOG = LoggerFactory.getLogger(DaemonControl.class);
  private static final Duration END_LIMIT = Duration.ofSeconds(30);
  private static final int START_ATTEMPTS = 3;

  /**
   * Who is started together. An HMaster ends itself where all DataNodes are away, since its own
   * region cannot be written then, and waits for RegionServers when it is back.
   */
  private static final List<List<Role>> STARTED_TOGETHER =
      List.of(List.of(Role.DATANODE), List.of(Role.HMASTER, Role.REGIONSERVER));

  private final ClusterSpec spec;
  private final DaemonProcesses processes;
  private final StartupWatch watch;
  private final String nameNodeHttp;

  DaemonControl(
      ClusterSpec spec, DaemonProcesses processes, StartupWatch watch, String nameNodeHttp) {
    this.spec = spec;
    this.processes = processes;
    this.watch = watch;
    this.nameNodeHttp = nameNodeHttp;
  }

  /** The names of the daemons of a role, whether they run or not. */
  public List<String> names(Role role) {
    return spec.daemons().stream()
        .filter(daemon -> daemon.role() == role)
        .map(Daemon::name)
        .toList();
  }

  /** Whether there is a process of that name. */
  public boolean isRunning(String name) throws IOException {
    return process(spec.dirs(), name).isPresent();
  }

  /**
   * Ends a daemon as {@code kill -9} does, and waits until it is gone.
   *
   * @throws ClusterException if there is no such process, or it does not end
   */
  public void kill(String name) throws IOException, ClusterException {
    ProcessHandle process = handle(name);
    process.destroyForcibly();
    awaitEnd(name, process, END_LIMIT);
  }

  /**
   * Ends a daemon as its stop script does, and waits until it is gone.
   *
   * @throws ClusterException if there is no such process, or it does not end within the time
   */
  public void end(String name, Duration limit) throws IOException, ClusterException {
    ProcessHandle process = handle(name);
    process.destroy();
    awaitEnd(name, process, limit);
  }

  /** Has a daemon stand still until {@link #resume} ({@code SIGSTOP}). */
  public void pause(String name) throws IOException, ClusterException {
    signal(name, "-STOP");
  }

  /** Has a daemon go on that stands still. */
  public void resume(String name) throws IOException, ClusterException {
    signal(name, "-CONT");
  }

  private void signal(String name, String signal) throws IOException, ClusterException {
    LinuxTool.run(END_LIMIT, "kill", signal, Long.toString(handle(name).pid()));
  }

  /**
   * Cuts the power of the machines of these DataNodes, whose volumes lie on emulated media, all at
   * the same time; they do not run afterwards.
   *
   * @param media of the cluster
   * @param seed decides what is lost of what was not flushed
   * @return what each emulated volume lost
   * @throws ClusterException if one of them does not run, or does not end
   */
  public Map<Volume, WriteCache.Lost> cutPower(Media media, List<String> dataNodes, long seed)
      throws IOException, ClusterException {
    return cutPower(spec.dirs(), media, dataNodes, seed);
  }

  private static Map<Volume, WriteCache.Lost> cutPower(
      ClusterDirs dirs, Media media, List<String> dataNodes, long seed)
      throws IOException, ClusterException {
    Map<String, ProcessHandle> machines = new LinkedHashMap<>();
    for (String name : dataNodes) {
      machines.put(name, handle(dirs, name));
    }
    Map<Volume, WriteCache.Lost> lost =
        media.cutPower(
            dataNodes, () -> machines.values().forEach(ProcessHandle::destroyForcibly), seed);
    for (Map.Entry<String, ProcessHandle> machine : machines.entrySet()) {
      awaitEnd(machine.getKey(), machine.getValue(), END_LIMIT);
    }
    return lost;
  }

  /**
   * Cuts the power of DataNodes that another process started, and restarts them with the command
   * lines and environments that the kernel reports.
   *
   * @param seed decides what is lost of what was not flushed
   * @return what each emulated volume lost
   * @throws ClusterException if one of them does not run, before anything is done
   */
  public static Map<Volume, WriteCache.Lost> cutPowerAndRestart(
      ClusterView view, List<String> dataNodes, long seed) throws IOException, ClusterException {
    List<ProcessBuilder> restarts = new ArrayList<>();
    for (String name : dataNodes) {
      restarts.add(restart(view.dirs(), name));
    }
    Map<Volume, WriteCache.Lost> lost = cutPower(view.dirs(), view.media(), dataNodes, seed);
    for (ProcessBuilder restart : restarts) {
      restart.start();
    }
    return lost;
  }

  private static ProcessBuilder restart(ClusterDirs dirs, String name)
      throws IOException, ClusterException {
    ProcessTable.Entry entry =
        process(dirs, name).orElseThrow(() -> new ClusterException(name + " does not run"));
    List<String> command = new ArrayList<>(List.of("setsid"));
    command.addAll(entry.arguments());
    ProcessBuilder builder = DaemonProcesses.builder(dirs, name, command);
    builder.environment().clear();
    builder.environment().putAll(new ProcessTable().environment(entry.pid()));
    return builder;
  }

  private ProcessHandle handle(String name) throws IOException, ClusterException {
    return handle(spec.dirs(), name);
  }

  private static ProcessHandle handle(ClusterDirs dirs, String name)
      throws IOException, ClusterException {
    return process(dirs, name)
        .flatMap(entry -> ProcessHandle.of(entry.pid()))
        .orElseThrow(() -> new ClusterException(name + " does not run"));
  }

  private static void awaitEnd(String name, ProcessHandle process, Duration limit)
      throws ClusterException {
    try {
      process.onExit().get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new ClusterException(
          name + " was told to end and did not within " + limit.toSeconds() + " s", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ClusterException("interrupted while " + name + " ended", e);
    }
  }

  /**
   * Starts a DataNode, master or RegionServer that does not run, and waits until it is up.
   *
   * @throws ClusterException with the tail of its log, if it does not come up
   */
  public void start(String name) throws IOException, ClusterException {
    if (isRunning(name)) {
      throw new ClusterException(name + " runs already");
    }
    startAll(List.of(name));
  }

  /**
   * Starts daemons that do not run, all at the same time, and waits until they are up: DataNodes,
   * or masters and RegionServers, which wait for one another.
   *
   * @throws ClusterException with the tail of a log, if one does not come up
   */
  public void startAll(List<String> names) throws IOException, ClusterException {
    List<Daemon> daemons = names.stream().map(this::daemon).toList();
    boolean isHdfs = daemons.stream().allMatch(one -> one.role() == Role.DATANODE);
    if (!isHdfs && daemons.stream().anyMatch(one -> one.role() == Role.DATANODE)) {
      throw new IllegalArgumentException(names + " are of HDFS and of HBase");
    }
    List<Started> started = new ArrayList<>();
    for (Daemon daemon : daemons) {
      started.add(processes.start(daemon));
    }
    watch.await(
        started,
        isHdfs
            ? new HdfsStart.DataNodeProbe(nameNodeHttp)
            : new HBaseStart.Probe(spec.dirs(), started));
  }

  /**
   * Starts the DataNodes, the HMaster and the RegionServers that do not run; a few times, since a
   * RegionServer may not survive its own start while others recover.
   *
   * @return which did not run
   */
  public List<String> startDead() throws IOException, ClusterException {
    List<String> all = new ArrayList<>();
    for (List<Role> together : STARTED_TOGETHER) {
      List<String> dead = dead(together);
      all.addAll(dead);
      for (int attempt = 1; !dead.isEmpty(); attempt++) {
        try {
          startAll(dead);
          break;
        } catch (ClusterException e) {
          dead = dead(together);
          if (attempt == START_ATTEMPTS || dead.isEmpty()) {
            throw e;
          }
          LOG.info("{} are started once more", dead, e);
        }
      }
    }
    return all;
  }

  private List<String> dead(List<Role> roles) throws IOException {
    List<String> dead = new ArrayList<>();
    for (Role role : roles) {
      for (String name : names(role)) {
        if (!isRunning(name)) {
          dead.add(name);
        }
      }
    }
    return dead;
  }

  /**
   * Kills the NameNode, starts it on the ports that it had, and waits until it takes writes.
   *
   * @throws ClusterException with the tail of its log, if it does not come up
   */
  public void restartNameNode() throws IOException, ClusterException {
    String name = Role.NAMENODE.key();
    kill(name);
    Daemon daemon =
        spec.daemons().stream().filter(one -> one.name().equals(name)).findFirst().orElseThrow();
    watch.await(
        List.of(processes.start(daemon)),
        nameNode ->
            HdfsState.ask(nameNodeHttp).isSafeMode()
                ? Optional.empty()
                : Optional.of(nameNodeHttp));
  }

  private Daemon daemon(String name) {
    return spec.daemons().stream()
        .filter(one -> one.name().equals(name))
        .filter(one -> one.role() != Role.NAMENODE && one.role() != Role.ZOOKEEPER)
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("'" + name + "' is no daemon to start by itself"));
  }

  private static Optional<ProcessTable.Entry> process(ClusterDirs dirs, String name)
      throws IOException {
    return new ProcessTable()
        .withArgument(JavaCommand.clusterMark(dirs)).stream()
            .filter(
                entry ->
                    entry.valueOf(JavaCommand.daemonMarkPrefix()).filter(name::equals).isPresent())
            .findFirst();
  }
}
