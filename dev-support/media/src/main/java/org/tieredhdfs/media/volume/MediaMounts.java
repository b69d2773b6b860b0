package org.tieredhdfs.media.volume;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.tieredhdfs.linux.LinuxTool;
import org.tieredhdfs.linux.LoopDevices;
import org.tieredhdfs.linux.LoopDevices.Loop;
import org.tieredhdfs.linux.MountedFileSystems;
import org.tieredhdfs.linux.MountedFileSystems.Mount;

/** Undoes the mounts and loop devices of media whose server has ended. */
final class MediaMounts {
  private static final Duration LIMIT = Duration.ofMinutes(5);

  private MediaMounts() {}

  /** Undoes all that lies over what is below {@code dir}; nothing waits for the devices. */
  static void end(Path dir) throws IOException {
    List<Loop> loops = new LoopDevices().backedBelow(dir);
    Set<String> nodes =
        loops.stream().map(loop -> loop.node().toString()).collect(Collectors.toSet());
    for (Mount mount : MountedFileSystems.read().all()) {
      if (nodes.contains(mount.source())) {
        unmount(mount.mountPoint());
      }
    }
    for (Loop loop : loops) {
      LoopDevices.detach(loop.node());
    }
    for (Mount mount : MountedFileSystems.read().under(dir)) {
      unmount(mount.mountPoint());
    }
  }

  /** Lazily: a server that has ended answers nobody, and whoever still looks gets errors. */
  private static void unmount(Path mountPoint) throws IOException {
    LinuxTool.run(LIMIT, "umount", "--lazy", mountPoint.toString());
  }
}
