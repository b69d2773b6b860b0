package org.tieredhdfs.localcluster.media;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.tieredhdfs.linux.LinuxTool;
import org.tieredhdfs.linux.User;
import org.tieredhdfs.linux.VolumeFileSystem;
import org.tieredhdfs.media.device.MediaDevice;
import org.tieredhdfs.media.model.MediumModel;
import org.tieredhdfs.media.server.DeviceSpec;
import org.tieredhdfs.media.server.MediaControl;
import org.tieredhdfs.media.volume.MediaVolume;

/**
 * Makes volumes that behave like their media: a file system of its own on a device of the cluster's
 * media server.
 *
 * <p>Each step names a path of the cluster on its command line, so that whoever cleans up after a
 * crash finds also a step that is still going on.
 */
public final class EmulatedVolumes {
  private static final List<String> TOOLS = List.of("losetup", "mount", "umount");
  private static final List<Path> DEVICES =
      List.of(Path.of("/dev/fuse"), Path.of("/dev/loop-control"));

  /** The write cache of a disk: its content is lost with the power unless it was flushed. */
  private static final long CACHE_BYTES = 64L << 20;

  /** The SATA drives of a node share one, as in the study of 2016, whose eight had no more. */
  private static final long SATA_BYTES_PER_SEC = 1_536_000_000;

  private EmulatedVolumes() {}

  /** What this machine lacks for emulated volumes with ext4. */
  public static void check() throws IOException {
    check(VolumeFileSystem.EXT4);
  }

  /**
   * What this machine lacks for emulated volumes.
   *
   * @param fileSystem of the volumes
   * @throws IOException with one sentence for the user, if anything is lacking
   */
  public static void check(VolumeFileSystem fileSystem) throws IOException {
    if (!User.isRoot()) {
      throw new IOException(
          "emulated media need root: they mount file systems of their own; use --media plain");
    }
    List<String> missing = new ArrayList<>();
    List<String> tools = new ArrayList<>(TOOLS);
    tools.add(fileSystem.tool());
    for (String tool : tools) {
      if (!LinuxTool.isInstalled(tool)) {
        missing.add(tool);
      }
    }
    for (Path device : DEVICES) {
      if (!Files.isWritable(device)) {
        missing.add(device.toString());
      }
    }
    if (!missing.isEmpty()) {
      throw new IOException("emulated media need " + String.join(", ", missing));
    }
  }

  /**
   * Serves {@code image} as a device with the profile's behaviour, and mounts it.
   *
   * @param image the file behind it, with an empty file system
   * @param volume whose device has its name
   */
  public static void mount(
      MediaControl server,
      Volume volume,
      Path image,
      MediumModel model,
      MediaProfile profile,
      MediaPace pace,
      VolumeFileSystem fileSystem)
      throws IOException {
    Path mountPoint = Files.createDirectories(image.resolveSibling(image.getFileName() + ".fuse"));
    DeviceSpec device =
        new DeviceSpec(
            volume.name(),
            model,
            new MediaDevice.Timing(
                pace.factor() * profile.slowness(), pace.overhead(), CACHE_BYTES),
            model == MediumModel.SSD ? volume.dataNode() : "",
            SATA_BYTES_PER_SEC,
            volume.name().hashCode(),
            mountPoint,
            image);
    MediaVolume.mount(server, device, volume.path(), fileSystem);
  }
}
