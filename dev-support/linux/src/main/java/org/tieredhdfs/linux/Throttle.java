package org.tieredhdfs.linux;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The control group through which the kernel slows block devices down. */
public interface Throttle {

  /** Makes the limits of a device, {@code major:minor}, exactly these. */
  void set(String device, DeviceLimits limits) throws IOException;

  /** What the kernel holds for a device now; reads and writes are taken to be the same. */
  DeviceLimits get(String device) throws IOException;

  /** Puts a process, before it does I/O, where the limits hold. */
  void admit(long pid) throws IOException;

  /** Whether there is something for {@link #remove} to remove. */
  boolean isPresent();

  /** Removes what {@link #set} and {@link #admit} made beside the limits themselves. */
  void remove() throws IOException;

  /**
   * The way this machine offers, version 1 before version 2, or empty if it has none.
   *
   * @param groupName name of the group that version 2 needs for the processes to be slowed
   */
  static Optional<Throttle> detect(String groupName) throws IOException {
    for (MountedFileSystems.Mount mount : MountedFileSystems.read().all()) {
      if (mount.type().equals("cgroup") && mount.options().contains("blkio")) {
        return Optional.of(new BlkioThrottle(mount.mountPoint()));
      }
    }
    for (MountedFileSystems.Mount mount : MountedFileSystems.read().all()) {
      if (mount.type().equals("cgroup2") && hasIoController(mount.mountPoint())) {
        return Optional.of(new IoMaxThrottle(mount.mountPoint(), groupName));
      }
    }
    return Optional.empty();
  }

  private static boolean hasIoController(Path root) throws IOException {
    Path controllers = root.resolve("cgroup.controllers");
    return Files.exists(controllers)
        && List.of(Files.readString(controllers).strip().split(" ", -1)).contains("io");
  }
}
