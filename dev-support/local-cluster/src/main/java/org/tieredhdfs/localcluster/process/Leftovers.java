package org.tieredhdfs.localcluster.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.tieredhdfs.linux.LoopDevices;
import org.tieredhdfs.linux.LoopDevices.Loop;
import org.tieredhdfs.linux.MountedFileSystems;
import org.tieredhdfs.linux.MountedFileSystems.Mount;
import org.tieredhdfs.linux.ProcessTable;
import org.tieredhdfs.localcluster.spec.ClusterDirs;

/**
 * Finds processes, mounts and devices left over from a cluster, by the cluster's directory alone.
 *
 * @param processes Java processes that carry the cluster's mark, and tools at work on its paths
 * @param mounts file systems mounted below the directory, in the order to unmount them
 * @param loops loop devices whose file lies below the directory
 * @param hasSharedMemory whether it has a folder in shared memory
 */
public record Leftovers(
    List<ProcessTable.Entry> processes,
    List<Mount> mounts,
    List<Loop> loops,
    boolean hasSharedMemory) {
  /** Tools that the start of a cluster runs, and that may survive it. */
  private static final Set<String> TOOLS =
      Set.of("mkfs.ext4", "mke2fs", "losetup", "mount", "umount", "sync");

  /** Looks now; this process itself is never counted. */
  public static Leftovers find(ClusterDirs dirs) throws IOException {
    // Processes first: if one of them still mounts something, the next look finds it.
    return new Leftovers(
        processes(dirs),
        MountedFileSystems.read().under(dirs.dir()),
        new LoopDevices().backedBelow(dirs.dir()),
        exists(dirs.sharedMemory()) || exists(dirs.mediaControl()));
  }

  private static boolean exists(Path folder) {
    return Files.exists(folder, LinkOption.NOFOLLOW_LINKS);
  }

  /** The processes that serve emulated media: the last to be ended, since others wait for them. */
  List<ProcessTable.Entry> mediaServers() {
    return processes.stream().filter(JavaCommand::isMediaServer).toList();
  }

  /** All other processes. */
  List<ProcessTable.Entry> users() {
    return processes.stream().filter(entry -> !JavaCommand.isMediaServer(entry)).toList();
  }

  /** The mounts of the media server, below everything else. */
  List<Mount> mediaMounts() {
    return mounts.stream().filter(mount -> mount.type().startsWith("fuse")).toList();
  }

  /** All other mounts. */
  List<Mount> volumeMounts() {
    return mounts.stream().filter(mount -> !mount.type().startsWith("fuse")).toList();
  }

  private static List<ProcessTable.Entry> processes(ClusterDirs dirs) throws IOException {
    String mark = JavaCommand.clusterMark(dirs);
    long self = ProcessHandle.current().pid();
    return new ProcessTable()
        .list().stream()
            .filter(entry -> entry.pid() != self)
            .filter(entry -> entry.arguments().contains(mark) || isTool(entry, dirs.dir()))
            .toList();
  }

  private static boolean isTool(ProcessTable.Entry entry, Path dir) {
    return TOOLS.contains(entry.program())
        && entry.arguments().stream().anyMatch(argument -> argument.startsWith(dir + "/"));
  }

  public boolean isNothing() {
    return processes.isEmpty() && mounts.isEmpty() && loops.isEmpty() && !hasSharedMemory;
  }

  /** For people to read. */
  public String describe() {
    List<String> parts = new ArrayList<>();
    if (!processes.isEmpty()) {
      parts.add("processes " + processes.stream().map(entry -> entry.pid()).toList());
    }
    if (!mounts.isEmpty()) {
      parts.add("file systems at " + mounts.stream().map(Mount::mountPoint).toList());
    }
    if (!loops.isEmpty()) {
      parts.add("loop devices " + loops.stream().map(Loop::node).toList());
    }
    if (hasSharedMemory) {
      parts.add("a folder in shared memory");
    }
    return String.join(", ", parts);
  }
}
