package org.tieredhdfs.linux;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** What the kernel tells of mounted Btrfs. */
public final class Btrfs {
  /** The type of its mounts. */
  public static final String TYPE = "btrfs";

  private static final Path SYSFS = Path.of("/sys/fs/btrfs");

  private Btrfs() {}

  /**
   * By what name the kernel limits how much a mounted file system has in the page cache: a name
   * below {@code /sys/class/bdi}, which is not that of its device.
   *
   * @param device its device file
   */
  public static Optional<String> writebackName(Path device) throws IOException {
    return writebackName(SYSFS, device);
  }

  /**
   * @param sysfs where the kernel lists mounted file systems
   */
  static Optional<String> writebackName(Path sysfs, Path device) throws IOException {
    Path name = device.getFileName();
    if (name == null || !Files.isDirectory(sysfs)) {
      return Optional.empty();
    }
    try (DirectoryStream<Path> mounted = Files.newDirectoryStream(sysfs)) {
      for (Path one : mounted) {
        Path link = one.resolve("bdi");
        if (Files.exists(one.resolve("devices").resolve(name)) && Files.isSymbolicLink(link)) {
          return Optional.ofNullable(Files.readSymbolicLink(link).getFileName())
              .map(Path::toString);
        }
      }
    }
    return Optional.empty();
  }
}
