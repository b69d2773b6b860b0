package org.tieredhdfs.linux;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * File systems as volumes have them.
 *
 * <p>Each step names a path on its command line, so that whoever cleans up after a crash finds also
 * a step that is still going on.
 */
public final class Ext4 {
  private static final Duration LIMIT = Duration.ofMinutes(5);

  private Ext4() {}

  /** Makes a sparse file with an empty file system in it; takes no space yet. */
  public static void format(Path image, long capacityBytes) throws IOException {
    Files.createDirectories(image.toAbsolutePath().getParent());
    try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
      file.setLength(capacityBytes);
    }
    // Few inodes, and tables that are not zeroed: blocks are large, and the image reads as zeros.
    LinuxTool.run(
        LIMIT,
        "mkfs.ext4",
        "-q",
        "-F",
        "-m",
        "0",
        "-i",
        "65536",
        "-E",
        "lazy_itable_init=1,lazy_journal_init=1,nodiscard",
        image.toString());
  }

  /** Mounts the file system of a device; makes the folder if it is missing. */
  public static void mount(Path device, Path mountPoint) throws IOException {
    Files.createDirectories(mountPoint);
    // noinit_itable: otherwise a kernel thread zeroes tables on the slow device
    LinuxTool.run(
        LIMIT,
        "mount",
        "-t",
        "ext4",
        "-o",
        "noatime,noinit_itable",
        device.toString(),
        mountPoint.toString());
  }

  /** Unmounts a file system, which must no longer be in use. */
  public static void unmount(Path mountPoint) throws IOException {
    LinuxTool.run(LIMIT, "umount", mountPoint.toString());
  }
}
