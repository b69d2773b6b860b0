package org.tieredhdfs.localcluster.media;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.tieredhdfs.linux.Ext4;
import org.tieredhdfs.linux.LinuxTool;
import org.tieredhdfs.linux.LoopDevices;
import org.tieredhdfs.linux.MountedFileSystems;
import org.tieredhdfs.linux.Throttle;
import org.tieredhdfs.linux.User;

/**
 * Makes volumes that behave like disks: an ext4 file system of its own on a loop device that the
 * kernel slows down.
 *
 * <p>Each step names a path of the cluster on its command line, so that whoever cleans up after a
 * crash finds also a step that is still going on.
 */
public final class EmulatedVolumes {
  private static final List<String> TOOLS =
      List.of("mkfs.ext4", "losetup", "mount", "umount", "fsfreeze");

  private final Throttle throttle;

  public EmulatedVolumes(Throttle throttle) {
    this.throttle = throttle;
  }

  /**
   * What this machine lacks for emulated volumes.
   *
   * @param groupName of the control group to be used, if one is needed
   * @throws IOException with one sentence for the user, if anything is lacking
   */
  public static EmulatedVolumes checked(String groupName) throws IOException {
    if (!User.isRoot()) {
      throw new IOException(
          "emulated media need root: they mount file systems on loop devices; use --media plain");
    }
    List<String> missing = new ArrayList<>();
    for (String tool : TOOLS) {
      if (!LinuxTool.isInstalled(tool)) {
        missing.add(tool);
      }
    }
    if (!missing.isEmpty()) {
      throw new IOException("emulated media need these tools: " + String.join(", ", missing));
    }
    return new EmulatedVolumes(
        Throttle.detect(groupName)
            .orElseThrow(
                () ->
                    new IOException(
                        "emulated media need a control group that limits block devices: blkio of"
                            + " version 1 or io of version 2")));
  }

  public Throttle throttle() {
    return throttle;
  }

  /** Makes the file behind the volume, with an empty file system in it; takes no space yet. */
  public void makeImage(Path image, long capacityBytes) throws IOException {
    Ext4.format(image, capacityBytes);
  }

  /** Mounts the file system in {@code image} and slows its device down as the profile says. */
  public void mount(Path image, Path path, MediaProfile profile) throws IOException {
    Ext4.mount(LoopDevices.attach(image), path);
    String number =
        MountedFileSystems.read()
            .at(path)
            .orElseThrow(() -> new IOException(path + " was mounted and is not there"))
            .device();
    throttle.set(number, profile.limits());
  }
}
