package org.tieredhdfs.hdfs.datanode.volume.health;

import com.sun.nio.file.ExtendedOpenOption;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hdfs.server.common.Storage;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.hdfs.datanode.volume.InFlight;
import org.tieredhdfs.hdfs.datanode.volume.VolumeState;
import org.tieredhdfs.hdfs.datanode.volume.space.VolumeThreads;
import org.tieredhdfs.hdfs.datanode.volume.speed.IoClass;

/**
 * A canary: a small write to a volume, synced and read back from the device, to find out whether
 * the volume answers, while a copy or another call takes long. Where there is no traffic it only
 * reads, so that an idle disk is not written to.
 *
 * <p>Its I/O goes the way of all others: if it does not come back, the {@link VolumeJudge} sees
 * that. But Hadoop's metrics do not count it as its users'. It is made on one of the {@link
 * VolumeThreads}, which may hang.
 */
public final class VolumeProbe {
  public static final String FILE_NAME = "tiered.probe";
  private static final Logger LOG = LoggerFactory.getLogger(VolumeProbe.class);

  /** A file that each volume has. */
  private static final String VERSION = "VERSION";

  /** As much as the blocks of any device. */
  private static final int BYTES = 4096;

  private final FsVolumeSpi volume;
  private final VolumeState state;
  private final long afterMs;
  private final long quietNanos;
  private final Path alwaysThere;
  private boolean hasFailed;

  /**
   * @param afterMs for how long a copy may run before it is doubted
   * @param quietMs after how long without traffic the volume is doubted; 0 for never
   */
  public VolumeProbe(FsVolumeSpi volume, VolumeState state, long afterMs, long quietMs) {
    this.volume = uncounted(volume);
    this.state = state;
    this.afterMs = afterMs;
    this.quietNanos = TimeUnit.MILLISECONDS.toNanos(quietMs);
    this.alwaysThere = Path.of(state.path(), Storage.STORAGE_DIR_CURRENT, VERSION);
  }

  /** The same volume for all but Hadoop's metrics, which are of what users ask for. */
  private static FsVolumeSpi uncounted(FsVolumeSpi volume) {
    return (FsVolumeSpi)
        Proxy.newProxyInstance(
            FsVolumeSpi.class.getClassLoader(),
            new Class<?>[] {FsVolumeSpi.class},
            (proxy, method, args) -> {
              if (method.getName().equals("getMetrics")) {
                // Hadoop takes that for a volume that it keeps none of
                return null;
              }
              try {
                return method.invoke(volume, args);
              } catch (InvocationTargetException e) {
                throw e.getTargetException();
              }
            });
  }

  /** Asks the volume if somebody wants to know, a copy takes long, or nothing has happened. */
  public void runIfDue() {
    if (state.canary().takeAsked() || state.isCopyingSince(afterMs)) {
      write();
    } else if (quietNanos > 0 && state.isQuietSince(System.nanoTime() - quietNanos)) {
      readFromDevice(alwaysThere);
    }
  }

  private void write() {
    long startNanos = System.nanoTime();
    state.canary().begun(startNanos);
    FileIoProvider files = volume.getFileIoProvider();
    File file = new File(state.path(), FILE_NAME);
    try {
      try (FileOutputStream out = files.getFileOutputStream(volume, file)) {
        out.write(new byte[BYTES]);
        files.sync(volume, out);
      }
      readFromDevice(file.toPath());
      files.delete(volume, file);
      hasFailed = false;
    } catch (IOException e) {
      // An error is an answer, too; a full disk would fill the log
      if (!hasFailed) {
        hasFailed = true;
        LOG.warn("A probe write on volume {} failed", state, e);
      }
      state.answered(IoClass.DIRECTORY, startNanos);
      state.answered(IoClass.WRITE, startNanos);
      state.answered(IoClass.SYNC, startNanos);
    }
  }

  private void readFromDevice(Path file) {
    try (InFlight io = state.begin("READ", IoClass.READ, BYTES)) {
      try (FileChannel channel =
          FileChannel.open(file, StandardOpenOption.READ, ExtendedOpenOption.DIRECT)) {
        channel.read(ByteBuffer.allocateDirect(2 * BYTES).alignedSlice(BYTES).limit(BYTES));
        io.succeeded();
        state.canary().readFromDevice(io.startNanos());
      } catch (UnsupportedOperationException | FileSystemException e) {
        // Not opened: the file system has no such reads, or not this file
        LOG.debug("Volume {} does not support direct reads", state, e);
        if (Files.exists(file)) {
          state.canary().readsNotPastCache();
        }
      } catch (IOException e) {
        LOG.debug("Volume {} answers a read with an error", state, e);
        state.canary().readFromDevice(io.startNanos());
      }
    }
  }
}
