package org.tieredhdfs.linux;

import java.io.IOException;
import java.nio.file.Path;

/** The file system of a volume. */
public enum VolumeFileSystem {
  /** As volumes usually have it. */
  EXT4("mkfs.ext4"),
  /** Btrfs that compresses nothing. */
  BTRFS("mkfs.btrfs"),
  /** Btrfs that compresses all data with zstd. */
  BTRFS_ZSTD("mkfs.btrfs");

  private final String tool;

  VolumeFileSystem(String tool) {
    this.tool = tool;
  }

  /** The program that makes it. */
  public String tool() {
    return tool;
  }

  /** Makes a sparse file with an empty file system in it; takes no space yet. */
  public void format(Path image, long capacityBytes) throws IOException {
    switch (this) {
      case EXT4 -> Ext4.format(image, capacityBytes);
      case BTRFS, BTRFS_ZSTD -> Btrfs.format(image, capacityBytes);
    }
  }

  /** Mounts the file system of a device; makes the folder if it is missing. */
  public void mount(Path device, Path mountPoint) throws IOException {
    switch (this) {
      case EXT4 -> Ext4.mount(device, mountPoint);
      case BTRFS -> Btrfs.mount(device, mountPoint, "compress=no");
      case BTRFS_ZSTD -> Btrfs.mount(device, mountPoint, "compress=zstd");
    }
  }
}
