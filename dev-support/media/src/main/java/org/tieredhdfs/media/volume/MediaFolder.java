package org.tieredhdfs.media.volume;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.linux.FileTrees;
import org.tieredhdfs.linux.LinuxTool;
import org.tieredhdfs.linux.LoopDevices;
import org.tieredhdfs.linux.LoopDevices.Loop;
import org.tieredhdfs.linux.MountedFileSystems;
import org.tieredhdfs.linux.MountedFileSystems.Mount;
import org.tieredhdfs.linux.VolumeFileSystem;
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
  private static final Duration UNMOUNT_LIMIT = Duration.ofMinutes(5);
  private static final int MAX_ATTEMPTS = 20;
  private static final long PAUSE_MS = 100;

  private final Thread hook = new Thread(this::endAtExit, "end of emulated media");
  private @Nullable Path dir;
  private @Nullable FileChannel lock;
  private @Nullable MediaServerProcess server;
  private boolean isEnding;

  private MediaFolder() {}

  /**
   * Makes one below {@code parent} and starts its server, after the folders there have been cleared
   * whose processes are gone.
   *
   * @throws IllegalStateException if this process is ending already
   */
  public static synchronized MediaFolder open(Path parent)
      throws IOException, InterruptedException {
    MediaFolder folder = new MediaFolder();
    Runtime.getRuntime().addShutdownHook(folder.hook);
    try {
      folder.make(parent);
      folder.use(MediaServerProcess.start(folder.dir()));
      return folder;
    } catch (IOException | InterruptedException | RuntimeException e) {
      folder.close();
      throw e;
    }
  }

  private synchronized void make(Path parent) throws IOException {
    requireRunning();
    // One process at a time, so that none clears a folder that another has not locked yet.
    try (FileChannel all = lockFile(parent.resolve(LOCK_OF_ALL))) {
      all.lock();
      clearAbandoned(parent);
      Path made = Files.createTempDirectory(parent, PREFIX);
      dir = made;
      FileChannel channel = lockFile(made.resolve(LOCK));
      lock = channel;
      channel.lock();
    }
  }

  private synchronized void use(MediaServerProcess started) {
    server = started;
    requireRunning();
  }

  private void requireRunning() {
    if (isEnding) {
      throw new IllegalStateException("this process is ending");
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
    for (Path one : found) {
      try (FileChannel channel = lockFile(one.resolve(LOCK));
          FileLock taken = channel.tryLock()) {
        if (taken != null) {
          clear(one);
        }
      } catch (OverlappingFileLockException inUseByThisProcess) {
        // In use by this process.
      }
    }
  }

  /** Undoes everything over a folder, whose server has ended, and removes it. */
  private static void clear(Path folder) throws IOException {
    List<Loop> loops = new LoopDevices().backedBelow(folder);
    Set<String> nodes =
        loops.stream().map(loop -> loop.node().toString()).collect(Collectors.toSet());
    for (Mount mount : MountedFileSystems.read().all()) {
      if (nodes.contains(mount.source())) {
        unmount(mount);
      }
    }
    for (Loop loop : loops) {
      LoopDevices.detach(loop.node());
    }
    for (Mount mount : MountedFileSystems.read().under(folder)) {
      unmount(mount);
    }
    FileTrees.delete(folder);
  }

  /** Lazily: a server that has ended answers nobody, and whoever still looks gets errors. */
  private static void unmount(Mount mount) throws IOException {
    LinuxTool.run(UNMOUNT_LIMIT, "umount", "--lazy", mount.mountPoint().toString());
  }

  /** Where it is. */
  public Path dir() {
    return Objects.requireNonNull(dir);
  }

  public MediaServerProcess server() {
    return Objects.requireNonNull(server);
  }

  /**
   * Makes a device at its model's speed, with an empty file system on it, and mounts it.
   *
   * @param name of the device, and of what is made for it in this folder
   * @param cacheBytes what the device takes before it has to write it down
   */
  public MediaVolume mount(String name, MediumModel model, long sizeBytes, long cacheBytes)
      throws IOException {
    Path image = dir().resolve(name + ".data");
    VolumeFileSystem.EXT4.format(image, sizeBytes);
    DeviceSpec device =
        new DeviceSpec(
            name,
            model,
            new MediaDevice.Timing(1, Overhead.NONE, cacheBytes),
            "",
            0,
            1,
            Files.createDirectory(dir().resolve(name + ".fuse")),
            image);
    return MediaVolume.mount(server().control(), device, dir().resolve(name));
  }

  /** Ends the server, then everything that was mounted, and removes the folder. */
  @Override
  public void close() throws IOException {
    end();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException isExiting) {
      return;
    }
  }

  private void endAtExit() {
    try {
      end();
    } catch (IOException e) {
      System.err.println("emulated media in " + dir + " are left: " + e.getMessage());
    }
  }

  /**
   * Until nothing is left: whoever uses the folder goes on meanwhile, and may attach one device
   * more.
   */
  private synchronized void end() throws IOException {
    isEnding = true;
    if (server != null) {
      server.close();
    }
    for (int attempt = 1; dir != null && Files.exists(dir); attempt++) {
      try {
        clear(dir);
      } catch (IOException e) {
        if (attempt == MAX_ATTEMPTS) {
          throw e;
        }
        pause();
      }
    }
    if (lock != null) {
      lock.close();
    }
  }

  private static void pause() throws IOException {
    try {
      TimeUnit.MILLISECONDS.sleep(PAUSE_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while emulated media were ended", e);
    }
  }
}
