package org.tieredhdfs.localcluster.process;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.tieredhdfs.linux.FileTrees;
import org.tieredhdfs.linux.LinuxTool;
import org.tieredhdfs.linux.LinuxTool.ToolException;
import org.tieredhdfs.linux.LoopDevices.Loop;
import org.tieredhdfs.linux.MountedFileSystems.Mount;
import org.tieredhdfs.linux.ProcessTable;
import org.tieredhdfs.localcluster.spec.ClusterDirs;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.Progress;

/**
 * Ends everything of one cluster, whatever state it is in: processes, mounts, loop devices, shared
 * memory, files.
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
      pass(before, grace, keepData);
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

  private void pass(Leftovers leftovers, Duration grace, boolean keepData) {
    // First of all, because a process that waits for a hung device cannot be killed.
    MediaRelease media = new MediaRelease(dirs);
    try {
      media.heal();
    } catch (IOException e) {
      // A media server that does not answer keeps its users in the kernel until it is killed.
      problems.add(String.valueOf(e.getMessage()));
      end(leftovers.mediaServers(), Duration.ZERO);
    }
    end(leftovers.users(), grace);
    if (!keepData) {
      // Deleted data need not be written back to slow devices.
      attempt(media::fail);
    }
    for (Mount mount : leftovers.volumeMounts()) {
      unmount(mount);
    }
    for (Loop loop : leftovers.loops()) {
      detach(loop);
    }
    endMedia(leftovers, grace);
    if (leftovers.hasSharedMemory()) {
      attempt(() -> FileTrees.delete(dirs.sharedMemory()));
      attempt(() -> FileTrees.delete(dirs.mediaControl()));
    }
  }

  /** Ends the server of emulated media when nothing lies over its devices any more. */
  private void endMedia(Leftovers before, Duration grace) {
    attempt(
        () -> {
          Leftovers now = Leftovers.find(dirs);
          if (now.volumeMounts().isEmpty() && now.loops().isEmpty()) {
            end(before.mediaServers(), grace);
            for (Mount mount : now.mediaMounts()) {
              unmount(mount);
            }
          }
        });
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
