package org.tieredhdfs.localcluster;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.linux.FileTrees;
import org.tieredhdfs.localcluster.media.Volume;
import org.tieredhdfs.localcluster.process.DaemonProcesses;
import org.tieredhdfs.localcluster.process.FreePorts;
import org.tieredhdfs.localcluster.process.Leftovers;
import org.tieredhdfs.localcluster.process.StartGate;
import org.tieredhdfs.localcluster.process.StartupWatch;
import org.tieredhdfs.localcluster.process.Teardown;
import org.tieredhdfs.localcluster.spec.ClusterDirs;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.localcluster.spec.Progress;

/**
 * One cluster that is started and ended here.
 *
 * <p>First {@link #startHdfs}, then whatever has to be in HDFS before HBase writes, then {@link
 * #startHbase}. A start that fails, and a process that is ended on the way, leaves nothing behind;
 * after {@link #leaveRunning} the cluster outlives this process. Used by one thread.
 */
public final class LocalCluster implements AutoCloseable {
  private final ClusterSpec spec;
  private final Progress progress;
  private final FreePorts.Source portSource;
  private final StartGate gate = new StartGate();
  private final Thread exitHook = new Thread(this::endAtExit, "end of the cluster");
  private @Nullable DaemonProcesses processes;
  private @Nullable FileChannel lock;
  private @Nullable ClusterView view;
  private boolean isOurs;

  public LocalCluster(ClusterSpec spec, Progress progress) {
    this(spec, progress, FreePorts::pick);
  }

  /**
   * @param portSource gives ports that are free as far as it knows
   */
  LocalCluster(ClusterSpec spec, Progress progress, FreePorts.Source portSource) {
    this.spec = spec;
    this.progress = progress;
    this.portSource = portSource;
  }

  /**
   * Makes the volumes and brings HDFS up, with ZooKeeper if HBase is to follow.
   *
   * @throws ClusterException if the directory is in use, or a daemon does not come up
   * @throws IOException if this machine lacks what the volumes need
   */
  public ClusterView startHdfs() throws IOException, ClusterException {
    VolumePlan plan = VolumePlan.of(spec, gate);
    takeDirectory();
    DaemonProcesses starter = new DaemonProcesses(spec, gate);
    processes = starter;
    return endingOnFailure(
        () -> {
          List<Volume> volumes = plan.make(starter);
          progress.done(String.format("%-12s ready, %s", "volumes", describe(volumes)));
          ClusterRecord record = new HdfsStart(spec, starter, watch(), portSource).run(volumes);
          ClusterView started = new ClusterView(spec.dirs(), record);
          view = started;
          return started;
        });
  }

  /** Brings HBase up. */
  public void startHbase() throws IOException, ClusterException {
    DaemonProcesses starter = processes;
    if (starter == null || !spec.hasHbase()) {
      throw new IllegalStateException("HBase comes after HDFS, in a cluster that has it");
    }
    endingOnFailure(
        () -> {
          new HBaseStart(spec, starter, watch()).run();
          return true;
        });
  }

  /**
   * Kills and starts its daemons one by one.
   *
   * @param quiet told of daemons that come up
   */
  public DaemonControl control(Progress quiet) {
    DaemonProcesses starter = processes;
    ClusterView started = view;
    if (starter == null || started == null) {
      throw new IllegalStateException("there are no daemons before the cluster is started");
    }
    return new DaemonControl(
        spec,
        starter,
        new StartupWatch(spec.dirs(), quiet, spec.startLimit()),
        started.record().nameNodeHttp());
  }

  /** Lets the cluster run on when this process ends. */
  public void leaveRunning() throws IOException {
    forget();
  }

  /** Ends the cluster and removes everything but its logs. */
  public void stop() throws IOException, ClusterException {
    gate.shut();
    new Teardown(spec.dirs(), progress).run(false);
    forget();
  }

  /** Ends the cluster, unless it was left running or never started. */
  @Override
  public void close() throws IOException, ClusterException {
    if (isOurs) {
      stop();
    }
  }

  private interface Start<T> {
    T run() throws IOException, ClusterException;
  }

  private <T> T endingOnFailure(Start<T> start) throws IOException, ClusterException {
    try {
      return start.run();
    } catch (IOException | ClusterException | RuntimeException e) {
      try {
        stop();
      } catch (IOException | ClusterException another) {
        e.addSuppressed(another);
      }
      throw e;
    }
  }

  private StartupWatch watch() {
    return new StartupWatch(spec.dirs(), progress, spec.startLimit());
  }

  private void takeDirectory() throws IOException, ClusterException {
    ClusterDirs dirs = spec.dirs();
    if (!dirs.isCluster() && isInhabited(dirs.dir())) {
      throw new ClusterException(
          "--dir: " + dirs.dir() + " holds other things; it has to be empty or not there yet");
    }
    dirs.mark();
    takeLock();
    Leftovers leftovers = Leftovers.find(dirs);
    boolean hasFiles = Files.exists(dirs.volumes()) || Files.exists(dirs.data());
    if (hasFiles || !leftovers.isNothing()) {
      forget();
      throw new ClusterException(
          "there is a cluster in "
              + dirs.dir()
              + " already: "
              + (leftovers.isNothing() ? "its data" : leftovers.describe())
              + "; end it with 'tiered down --dir "
              + dirs.dir()
              + "' first");
    }
    endWithThisProcess();
    FileTrees.delete(dirs.logs());
    for (Path path : List.of(dirs.logs(), dirs.tmp(), dirs.volumes(), dirs.data("zookeeper"))) {
      Files.createDirectories(path);
    }
  }

  /** Comes before anything that has to be removed. */
  private void endWithThisProcess() throws IOException, ClusterException {
    try {
      Runtime.getRuntime().addShutdownHook(exitHook);
    } catch (IllegalStateException isExiting) {
      forget();
      throw new ClusterException("no cluster is started while this process is ending", isExiting);
    }
    isOurs = true;
  }

  /** A benchmark that compares two clusters keeps them, and then their logs, in folders there. */
  private static boolean isInhabited(Path dir) throws IOException {
    if (!Files.exists(dir)) {
      return false;
    }
    try (Stream<Path> entries = Files.list(dir)) {
      return entries.anyMatch(entry -> !ClusterDirs.isCluster(entry));
    }
  }

  private void takeLock() throws IOException, ClusterException {
    FileChannel channel =
        FileChannel.open(
            spec.dirs().startLock(), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    FileLock taken = null;
    try {
      taken = channel.tryLock();
    } catch (OverlappingFileLockException byThisProcess) {
      taken = null;
    }
    if (taken == null) {
      channel.close();
      throw new ClusterException(
          "another process starts or runs a cluster in " + spec.dirs().dir() + " already");
    }
    lock = channel;
  }

  private void forget() throws IOException {
    isOurs = false;
    FileChannel channel = lock;
    if (channel != null) {
      channel.close();
      lock = null;
    }
    try {
      Runtime.getRuntime().removeShutdownHook(exitHook);
    } catch (IllegalStateException isExiting) {
      return;
    }
  }

  private void endAtExit() {
    try {
      System.err.println("interrupted: ending the cluster in " + spec.dirs().dir());
      gate.shut();
      new Teardown(spec.dirs(), Progress.silent()).run(false);
    } catch (IOException | ClusterException e) {
      System.err.println(e.getMessage());
    }
  }

  private static String describe(List<Volume> volumes) {
    return volumes.size()
        + " in all, of "
        + volumes.stream().map(volume -> volume.medium().title()).distinct().sorted().toList();
  }
}
