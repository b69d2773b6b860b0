package org.tieredhdfs.media.volume;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.tieredhdfs.linux.LinuxTool;
import org.tieredhdfs.linux.LinuxTool.ToolException;
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
  private static final Duration UNMOUNT_LIMIT = Duration.ofSeconds(60);
  private static final long PAUSE_MS = 20;

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

  private void detach() throws IOException {
    String loopDevice =
        MountedFileSystems.read()
            .at(path)
            .orElseThrow(() -> new IOException(path + " is not mounted"))
            .source();
    unmount(path);
    LoopDevices.detach(Path.of(loopDevice));
  }

  /**
   * Unmounts the volume without power, and mounts what is left after the losses chosen by {@code
   * seed}.
   */
  WriteCache.Lost restore(long seed) throws IOException {
    detach();
    WriteCache.Lost lost = server.restorePower(name, seed);
    mount();
    return lost;
  }

  /** Unmounts it and ends its device. */
  @Override
  public void close() throws IOException {
    detach();
    server.remove(name);
  }

  /**
   * Unmounts a file system that killed processes may not have released yet.
   *
   * @throws IOException if somebody still uses it after a minute
   */
  public static void unmount(Path mountPoint) throws IOException {
    long deadlineNs = System.nanoTime() + UNMOUNT_LIMIT.toNanos();
    while (true) {
      try {
        LinuxTool.run(UNMOUNT_LIMIT, "umount", mountPoint.toString());
        return;
      } catch (ToolException inUse) {
        if (System.nanoTime() - deadlineNs > 0) {
          throw inUse;
        }
        pause();
      }
    }
  }

  private static void pause() throws InterruptedIOException {
    try {
      TimeUnit.MILLISECONDS.sleep(PAUSE_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while a volume was unmounted");
    }
  }

  /** Kills the users of volumes: {@code kill -9}. */
  @FunctionalInterface
  public interface UsersEnd {
    /** Returns once the signals are sent; users that wait for a device end later. */
    void run() throws IOException;
  }

  /**
   * Cuts the power of all volumes of a machine at once: their devices accept nothing more, their
   * users are killed, nothing is written back, part of the unflushed data is lost, and the rest is
   * mounted again.
   *
   * @param usersEnd ends the processes that use them
   * @param seed decides what is lost
   * @return what each volume lost, in their order
   */
  public static List<WriteCache.Lost> cutPower(
      List<MediaVolume> volumes, UsersEnd usersEnd, long seed) throws IOException {
    for (MediaVolume volume : volumes) {
      volume.server.losePower(volume.name());
    }
    usersEnd.run();
    // Only after the users are dead: a living one would report an I/O error, which no machine
    // without power does.
    for (MediaVolume volume : volumes) {
      volume.server.fail(volume.name());
    }
    SplittableRandom seeds = new SplittableRandom(seed);
    List<WriteCache.Lost> lost = new ArrayList<>();
    for (MediaVolume volume : volumes) {
      lost.add(volume.restore(seeds.nextLong()));
    }
    return lost;
  }
}
