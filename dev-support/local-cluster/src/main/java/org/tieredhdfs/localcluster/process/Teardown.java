package org.tieredhdfs.localcluster.process;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.tieredhdfs.linux.DeviceLimits;
import org.tieredhdfs.linux.Freezer;
import org.tieredhdfs.linux.LinuxTool;
import org.tieredhdfs.linux.LinuxTool.ToolException;
import org.tieredhdfs.linux.LoopDevices.Loop;
import org.tieredhdfs.linux.MountedFileSystems.Mount;
import org.tieredhdfs.linux.ProcessTable;
import org.tieredhdfs.linux.Throttle;
import org.tieredhdfs.localcluster.spec.ClusterDirs;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.Progress;

/**
 * Ends everything of one cluster, whatever state it is in: processes, mounts, loop devices,
 * throttles, shared memory, files.
 *
 * <p>It asks the kernel what there is and repeats until there is nothing, so it may be interrupted
 * anywhere and run again, also beside itself. Never touches what belongs to another directory.
 */
public final class Teardown {
  private static final Duration TOOL_LIMIT = Duration.ofMinutes(2);
  private static final int MAX_PASSES_WITHOUT_PROGRESS = 5;
  private static final long PAUSE_MS = 500;

  private final ClusterDirs dirs;
  private final Progress progress;
  private final Set<Long> ended = new LinkedHashSet<>();
  private final Set<Path> unmounted = new LinkedHashSet<>();
  private final Set<Path> detached = new LinkedHashSet<>();
  private final Set<String> problems = new LinkedHashSet<>();

  public Teardown(ClusterDirs dirs, Progress progress) {
    this.dirs = dirs;
    this.progress = progress;
  }

  /**
   * What was done.
   *
   * @param processes number of processes ended
   * @param mounts number of file systems unmounted
   * @param loops number of loop devices detached
   */
  public record Result(int processes, int mounts, int loops) {}

  /**
   * Ends everything and removes the files of the cluster, except its logs.
   *
   * @param keepData keep also what lies in files; what lay in memory is lost in any case
   * @throws ClusterException if something cannot be ended, with what and why
   */
  public Result run(boolean keepData) throws IOException, ClusterException {
    int passesLeft = MAX_PASSES_WITHOUT_PROGRESS;
    Leftovers before = Leftovers.find(dirs);
    Duration grace = keepData ? Duration.ofSeconds(30) : Duration.ofSeconds(3);
    while (!before.isNothing() && passesLeft > 0) {
      problems.clear();
      pass(before, grace);
      Leftovers after = Leftovers.find(dirs);
      if (after.equals(before)) {
        passesLeft--;
        pause();
      } else {
        passesLeft = MAX_PASSES_WITHOUT_PROGRESS;
      }
      before = after;
    }
    if (!before.isNothing()) {
      throw new ClusterException(
          "could not end everything of "
              + dirs.dir()
              + ": there are still "
              + before.describe()
              + String.join("", problems.stream().map(problem -> "\n  " + problem).toList()));
    }
    removeFiles(keepData);
    return new Result(ended.size(), unmounted.size(), detached.size());
  }

  private void pass(Leftovers leftovers, Duration grace) {
    // First of all: a process that hangs on a frozen or stalled disk cannot be ended.
    release(leftovers);
    end(leftovers.processes(), grace);
    for (Mount mount : leftovers.mounts()) {
      unmount(mount);
    }
    for (Loop loop : leftovers.loops()) {
      detach(loop);
    }
    if (leftovers.hasSharedMemory()) {
      attempt(() -> FileTrees.delete(dirs.sharedMemory()));
    }
    if (leftovers.hasControlGroup()) {
      throttle().ifPresent(throttle -> attempt(throttle::remove));
    }
  }

  private void release(Leftovers leftovers) {
    Optional<Throttle> throttle = throttle();
    for (Loop loop : leftovers.loops()) {
      throttle.ifPresent(present -> attempt(() -> present.set(loop.device(), DeviceLimits.NONE)));
    }
    for (Mount mount : leftovers.mounts()) {
      if (mount.source().startsWith("/dev/loop")) {
        attempt(() -> Freezer.thaw(mount.mountPoint()));
      }
    }
  }

  private void end(List<ProcessTable.Entry> processes, Duration grace) {
    EndedProcesses.Outcome outcome = new EndedProcesses(progress).end(processes, grace);
    ended.addAll(outcome.ended());
    problems.addAll(outcome.problems());
  }

  private void unmount(Mount mount) {
    progress.waitingFor(List.of("unmount " + mount.mountPoint()));
    attempt(
        () -> {
          try {
            LinuxTool.run(TOOL_LIMIT, "umount", mount.mountPoint().toString());
            unmounted.add(mount.mountPoint());
          } catch (ToolException e) {
            throw new IOException(e.getMessage() + users(mount.mountPoint()), e);
          }
        });
  }

  private static String users(Path mountPoint) throws IOException {
    List<Long> pids =
        new ProcessTable().usersOf(mountPoint).stream().map(entry -> entry.pid()).toList();
    return pids.isEmpty() ? "" : " (in use by processes " + pids + ")";
  }

  private void detach(Loop loop) {
    attempt(
        () -> {
          // Limits stay with a device that nobody uses, so they go first.
          Optional<Throttle> throttle = throttle();
          if (throttle.isPresent()) {
            throttle.get().set(loop.device(), DeviceLimits.NONE);
          }
          LinuxTool.run(TOOL_LIMIT, "losetup", "--detach", loop.node().toString());
          detached.add(loop.node());
        });
  }

  private void removeFiles(boolean keepData) throws IOException {
    if (!dirs.isCluster()) {
      return;
    }
    progress.waitingFor(List.of("removing files"));
    if (keepData) {
      FileTrees.delete(dirs.startLock());
      return;
    }
    for (Path path : dirs.removable()) {
      FileTrees.delete(path);
    }
  }

  private Optional<Throttle> throttle() {
    try {
      return Throttle.detect(dirs.uniqueName());
    } catch (IOException e) {
      problems.add(String.valueOf(e.getMessage()));
      return Optional.empty();
    }
  }

  /** Something that may fail because somebody else has done it meanwhile. */
  private interface Action {
    void run() throws IOException;
  }

  private void attempt(Action action) {
    try {
      action.run();
    } catch (IOException e) {
      problems.add(String.valueOf(e.getMessage()));
    }
  }

  private static void pause() throws ClusterException {
    try {
      TimeUnit.MILLISECONDS.sleep(PAUSE_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ClusterException("interrupted while the cluster was ended", e);
    }
  }
}
