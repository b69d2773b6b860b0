package org.tieredhdfs.media.volume;

import java.io.IOException;
import java.nio.file.Path;
import org.tieredhdfs.linux.LoopDevices;
import org.tieredhdfs.linux.MountedFileSystems;
import org.tieredhdfs.linux.VolumeFileSystem;
import org.tieredhdfs.media.device.WriteCache;
import org.tieredhdfs.media.server.DeviceSpec;
import org.tieredhdfs.media.server.MediaControl;

/**
 * A file system on a device that a media server serves. Needs root.
 *
 * <p>Keeps nothing of its own: another process may have mounted it. Not for two users at a time.
 *
 * @param server of the device
 * @param name of the device
 * @param file of the device
 * @param path where the file system is mounted
 * @param fileSystem on the device
 */
public record MediaVolume(
    MediaControl server, String name, Path file, Path path, VolumeFileSystem fileSystem)
    implements AutoCloseable {

  /** One with ext4. */
  public MediaVolume(MediaControl server, String name, Path file, Path path) {
    this(server, name, file, path, VolumeFileSystem.EXT4);
  }

  /**
   * Has the server serve {@code device} and mounts it.
   *
   * @param device whose backing file holds an ext4 file system
   * @param path where it is mounted
   */
  public static MediaVolume mount(MediaControl server, DeviceSpec device, Path path)
      throws IOException {
    return mount(server, device, path, VolumeFileSystem.EXT4);
  }

  /**
   * The same with another file system.
   *
   * @param fileSystem that the backing file holds
   */
  public static MediaVolume mount(
      MediaControl server, DeviceSpec device, Path path, VolumeFileSystem fileSystem)
      throws IOException {
    server.add(device);
    MediaVolume volume = new MediaVolume(server, device.name(), device.file(), path, fileSystem);
    volume.mount();
    return volume;
  }

  private void mount() throws IOException {
    fileSystem.mount(LoopDevices.attach(file), path);
  }

  private void unmount() throws IOException {
    String loopDevice =
        MountedFileSystems.read()
            .at(path)
            .orElseThrow(() -> new IOException(path + " is not mounted"))
            .source();
    Unmounting.of(path);
    LoopDevices.detach(Path.of(loopDevice));
  }

  /**
   * Unmounts the volume without power, and mounts what is left after the losses chosen by {@code
   * seed}.
   */
  WriteCache.Lost restore(long seed) throws IOException {
    unmount();
    WriteCache.Lost lost = server.restorePower(name, seed);
    mount();
    return lost;
  }

  /** Unmounts it and ends its device. */
  @Override
  public void close() throws IOException {
    unmount();
    server.remove(name);
  }
}
