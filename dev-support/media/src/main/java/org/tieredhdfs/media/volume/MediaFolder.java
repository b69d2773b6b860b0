package org.tieredhdfs.media.volume;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.tieredhdfs.linux.Ext4;
import org.tieredhdfs.media.device.MediaDevice;
import org.tieredhdfs.media.device.Overhead;
import org.tieredhdfs.media.model.MediumModel;
import org.tieredhdfs.media.server.DeviceSpec;
import org.tieredhdfs.media.server.MediaServerProcess;

/**
 * A folder for devices that end with this process: their server, its socket, their content and
 * mount points. A process that is told to end undoes them; what one left that was killed, the next
 * one undoes when it starts.
 */
public final class MediaFolder implements AutoCloseable {
  private static final String PREFIX = "tieredhdfs-media-";
  private static final String LOCK = "lock";
  private static final String LOCK_OF_ALL = "tieredhdfs-media.lock";

  private final Path dir;
  private final FileChannel channel;
  private final FileLock lock;
  private final MediaServerProcess server;
  private final EndAtExit atExit;

  private MediaFolder(
      Path dir, FileChannel channel, FileLock lock, MediaServerProcess server, EndAtExit atExit) {
    this.dir = dir;
    this.channel = channel;
    this.lock = lock;
    this.server = server;
    this.atExit = atExit;
  }

  /**
   * Makes one below {@code parent} and starts its server, after the folders there have been cleared
   * whose processes are gone.
   *
   * @throws IllegalStateException if this process is ending already
   */
  public static synchronized MediaFolder open(Path parent)
      throws IOException, InterruptedException {
    // One process at a time, so that none clears a folder that another has not locked yet.
    Path dir;
    FileChannel channel;
    FileLock lock;
    EndAtExit atExit = EndAtExit.register();
    try (FileChannel all = lockFile(parent.resolve(LOCK_OF_ALL))) {
      all.lock();
      clearAbandoned(parent);
      dir = Files.createTempDirectory(parent, PREFIX);
      atExit.dir(dir);
      channel = lockFile(dir.resolve(LOCK));
      lock = channel.lock();
    } catch (IOException | RuntimeException e) {
      atExit.cancel();
      throw e;
    }
    try {
      MediaServerProcess server = MediaServerProcess.start(dir);
      atExit.server(server);
      return new MediaFolder(dir, channel, lock, server, atExit);
    } catch (IOException | InterruptedException | RuntimeException e) {
      channel.close();
      atExit.cancel();
      throw e;
    }
  }

  private static FileChannel lockFile(Path file) throws IOException {
    return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  }

  private static void clearAbandoned(Path parent) throws IOException {
    List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> dirs = Files.newDirectoryStream(parent, PREFIX + "*")) {
      dirs.forEach(found::add);
    }
    for (Path dir : found) {
      try (FileChannel channel = lockFile(dir.resolve(LOCK));
          FileLock lock = channel.tryLock()) {
        if (lock != null) {
          EndAtExit.clear(dir);
        }
      } catch (OverlappingFileLockException inUseByThisProcess) {
        // In use by this process.
      }
    }
  }

  /** Where it is. */
  public Path dir() {
    return dir;
  }

  public MediaServerProcess server() {
    return server;
  }

  /**
   * Makes a device at its model's speed, with an empty file system on it, and mounts it.
   *
   * @param name of the device, and of what is made for it in this folder
   * @param cacheBytes what the device takes before it has to write it down
   */
  public MediaVolume mount(String name, MediumModel model, long sizeBytes, long cacheBytes)
      throws IOException {
    Path image = dir.resolve(name + ".data");
    Ext4.format(image, sizeBytes);
    DeviceSpec device =
        new DeviceSpec(
            name,
            model,
            new MediaDevice.Timing(1, Overhead.NONE, cacheBytes),
            "",
            0,
            1,
            Files.createDirectory(dir.resolve(name + ".fuse")),
            image);
    return MediaVolume.mount(server.control(), device, dir.resolve(name));
  }

  /** Ends the server, then everything that was mounted, and removes the folder. */
  @Override
  public void close() throws IOException {
    if (!channel.isOpen()) {
      return;
    }
    try {
      server.close();
      EndAtExit.clear(dir);
    } finally {
      atExit.cancel();
      lock.release();
      channel.close();
    }
  }
}
