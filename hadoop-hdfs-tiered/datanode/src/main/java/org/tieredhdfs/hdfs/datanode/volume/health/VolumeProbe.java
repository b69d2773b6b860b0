package org.tieredhdfs.hdfs.datanode.volume.health;

import com.sun.nio.file.ExtendedOpenOption;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.hdfs.datanode.volume.CanaryState;
import org.tieredhdfs.hdfs.datanode.volume.InFlight;
import org.tieredhdfs.hdfs.datanode.volume.VolumeState;
import org.tieredhdfs.hdfs.datanode.volume.space.SpaceRefresher;
import org.tieredhdfs.hdfs.datanode.volume.speed.IoClass;

/**
 * A canary: a small write to a volume, synced and read back from the device, to find out whether
 * the volume answers. It is made while a copy or another call takes long, and where there is no
 * traffic.
 *
 * <p>Its I/O goes the way of all others: if it does not come back, the {@link HangWatchdog} and the
 * {@link CutoffWatchdog} see that. It is made on the thread of the volume's {@link SpaceRefresher},
 * which may hang.
 */
public final class VolumeProbe {
  public static final String FILE_NAME = "tiered.probe";
  private static final Logger LOG = LoggerFactory.getLogger(VolumeProbe.class);

  /** As much as the blocks of any device. */
  private static final int BYTES = 4096;

  private final FsVolumeSpi volume;
  private final VolumeState state;
  private final long afterMs;
  private final long quietNanos;
  private boolean isFirst = true;

  /**
   * @param afterMs for how long a copy may run before it is doubted
   * @param quietMs after how long without traffic the volume is doubted; 0 for never
   */
  public VolumeProbe(FsVolumeSpi volume, VolumeState state, long afterMs, long quietMs) {
    this.volume = volume;
    this.state = state;
    this.afterMs = afterMs;
    this.quietNanos = TimeUnit.MILLISECONDS.toNanos(quietMs);
  }

  /**
   * Writes if it is asked for, a copy takes long, or nothing has happened for long; may wait for
   * the volume.
   *
   * @param asked whether somebody wants to know
   */
  public void runIfDue(boolean asked) {
    boolean isQuiet = quietNanos > 0 && state.isQuietSince(System.nanoTime() - quietNanos);
    if (asked || (isFirst && quietNanos > 0) || isQuiet || state.isCopyingSince(afterMs)) {
      isFirst = false;
      run();
    }
  }

  private void run() {
    long startNanos = System.nanoTime();
    CanaryState canary = state.canary();
    canary.begun(startNanos);
    FileIoProvider files = volume.getFileIoProvider();
    File file = new File(new File(volume.getBaseURI()), FILE_NAME);
    try {
      try (FileOutputStream out = files.getFileOutputStream(volume, file)) {
        out.write(new byte[BYTES]);
        files.sync(volume, out);
      }
      readFromDevice(file);
      files.delete(volume, file);
    } catch (IOException e) {
      // An error is an answer, too
      LOG.warn("A probe write on volume {} failed", volume, e);
      state.answered(IoClass.DIRECTORY, startNanos);
      state.answered(IoClass.WRITE, startNanos);
      state.answered(IoClass.SYNC, startNanos);
    }
  }

  private void readFromDevice(File file) throws IOException {
    try (InFlight io = state.begin("READ", IoClass.READ, BYTES)) {
      try (FileChannel channel =
          FileChannel.open(file.toPath(), StandardOpenOption.READ, ExtendedOpenOption.DIRECT)) {
        channel.read(ByteBuffer.allocateDirect(2 * BYTES).alignedSlice(BYTES).limit(BYTES));
        io.succeeded();
        state.canary().readFromDevice(io.startNanos());
      } catch (UnsupportedOperationException | IOException e) {
        LOG.debug("Volume {} does not support direct reads", volume, e);
        state.canary().readsNotPastCache();
      }
    }
  }
}
