package org.tieredhdfs.linux;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The file system of a volume.
 *
 * <p>Each step names a path on its command line, so that whoever cleans up after a crash finds also
 * a step that is still going on.
 */
public enum VolumeFileSystem {
  /**
   * As volumes usually have it; with few inodes, since blocks are large. No table is zeroed, since
   * the image reads as zeros: else a kernel thread does it on the slow device.
   */
  EXT4("-q -F -m 0 -i 65536 -E lazy_itable_init=1,lazy_journal_init=1,nodiscard", "noinit_itable"),
  /** Btrfs that compresses nothing. */
  BTRFS(VolumeFileSystem.BTRFS_OPTIONS, "compress=no"),
  /** Btrfs that compresses all data with zstd. */
  BTRFS_ZSTD(VolumeFileSystem.BTRFS_OPTIONS, "compress=zstd");

  /** Metadata once, as ext4 has it. */
  private static final String BTRFS_OPTIONS = "-q -f -K -m single -d single";

  private static final Duration LIMIT = Duration.ofMinutes(5);

  private final String formatOptions;
  private final String mountOption;

  VolumeFileSystem(String formatOptions, String mountOption) {
    this.formatOptions = formatOptions;
    this.mountOption = mountOption;
  }

  private String type() {
    return this == EXT4 ? "ext4" : Btrfs.TYPE;
  }

  /** The program that makes it. */
  public String tool() {
    return "mkfs." + type();
  }

  /** Makes a sparse file with an empty file system in it; takes no space yet. */
  public void format(Path image, long capacityBytes) throws IOException {
    Files.createDirectories(image.toAbsolutePath().getParent());
    try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
      file.setLength(capacityBytes);
    }
    List<String> command = new ArrayList<>(List.of(tool()));
    command.addAll(List.of(formatOptions.split(" ", -1)));
    command.add(image.toString());
    LinuxTool.run(LIMIT, command);
  }

  /** Mounts the file system of a device; makes the folder if it is missing. */
  public void mount(Path device, Path mountPoint) throws IOException {
    Files.createDirectories(mountPoint);
    LinuxTool.run(
        LIMIT,
        "mount",
        "-t",
        type(),
        "-o",
        "noatime," + mountOption,
        device.toString(),
        mountPoint.toString());
  }
}
