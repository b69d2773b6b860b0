package org.tieredhdfs.linux;

import java.io.IOException;
import java.nio.file.Path;

/** The file system of a volume. */
public enum VolumeFileSystem {
  /** As volumes usually have it. */
  EXT4("mkfs.ext4") {
    @Override
    public void format(Path image, long capacityBytes) throws IOException {
      Ext4.format(image, capacityBytes);
    }

    @Override
    public void mount(Path device, Path mountPoint) throws IOException {
      Ext4.mount(device, mountPoint);
    }
  },
  /** Btrfs that compresses all data with zstd. */
  BTRFS_ZSTD("mkfs.btrfs") {
    @Override
    public void format(Path image, long capacityBytes) throws IOException {
      Btrfs.format(image, capacityBytes);
    }

    @Override
    public void mount(Path device, Path mountPoint) throws IOException {
      Btrfs.mount(device, mountPoint);
    }
  };

  private final String tool;

  VolumeFileSystem(String tool) {
    this.tool = tool;
  }

  /** The program that makes it. */
  public String tool() {
    return tool;
  }

  /** Makes a sparse file with an empty file system in it; takes no space yet. */
  public abstract void format(Path image, long capacityBytes) throws IOException;

  /** Mounts the file system of a device; makes the folder if it is missing. */
  public abstract void mount(Path device, Path mountPoint) throws IOException;
}
