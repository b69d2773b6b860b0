package org.tieredhdfs.localcluster.media;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.tieredhdfs.linux.LinuxTool;
import org.tieredhdfs.linux.MountedFileSystems;
import org.tieredhdfs.linux.Sizes;
import org.tieredhdfs.media.volume.MediaVolume;

/** Makes volumes that lie in memory. */
public final class RamVolumes {
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final Path SHARED_MEMORY = Path.of("/dev/shm");
  private static final long MIN_FREE_BYTES = 256L << 20;

  /** A small file still takes a small page, so that thousands of them do not fill the volume. */
  private static final String HUGE_PAGES = ",huge=within_size";

  private RamVolumes() {}

  /**
   * Mounts a tmpfs of limited size at {@code path}, with huge pages where the kernel has them.
   *
   * @throws IOException if this process may not mount
   */
  public static void mount(Path path, long capacityBytes) throws IOException {
    Files.createDirectories(path);
    String options = "size=" + capacityBytes + ",mode=0700,noatime";
    try {
      mount(path, options + HUGE_PAGES);
    } catch (LinuxTool.ToolException e) {
      // a kernel without transparent huge pages refuses the option
      mount(path, options);
    }
  }

  private static void mount(Path path, String options) throws IOException {
    LinuxTool.run(LIMIT, "mount", "-t", "tmpfs", "-o", options, "tmpfs", path.toString());
  }

  /**
   * Gives an empty tmpfs of the same size to a volume that has one: memory forgets when its machine
   * has no power. Nobody may use it any more.
   */
  static void empty(Path path) throws IOException {
    long capacityBytes = Files.getFileStore(path).getTotalSpace();
    MediaVolume.unmount(path);
    mount(path, capacityBytes);
  }

  /**
   * Makes the folder for all RAM volumes of a cluster in the shared memory of the machine, for the
   * eyes of its owner only.
   *
   * @throws IOException if shared memory is no tmpfs, too full, or the folder is somebody else's
   */
  public static void prepareSharedMemory(Path folder) throws IOException {
    boolean isInMemory =
        MountedFileSystems.read()
            .at(SHARED_MEMORY)
            .filter(mount -> mount.type().equals("tmpfs"))
            .isPresent();
    if (!isInMemory) {
      throw new IOException(
          "a volume in memory needs root, to mount a tmpfs, or a tmpfs at " + SHARED_MEMORY);
    }
    long freeBytes = Files.getFileStore(SHARED_MEMORY).getUsableSpace();
    if (freeBytes < MIN_FREE_BYTES) {
      throw new IOException(
          String.format(
              "%s has %s left, too little for a volume in memory; make room for at least %s",
              SHARED_MEMORY, Sizes.format(freeBytes), Sizes.format(MIN_FREE_BYTES)));
    }
    if (Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
      throw new IOException(folder + " exists already; is it another user's?");
    }
    Files.createDirectory(
        folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
  }
}
