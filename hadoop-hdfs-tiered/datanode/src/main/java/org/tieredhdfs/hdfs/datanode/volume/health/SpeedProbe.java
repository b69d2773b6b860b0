package org.tieredhdfs.hdfs.datanode.volume.health;

import com.sun.nio.file.ExtendedOpenOption;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.hdfs.datanode.volume.InFlight;
import org.tieredhdfs.hdfs.datanode.volume.VolumeState;
import org.tieredhdfs.hdfs.datanode.volume.speed.IoClass;
import org.tieredhdfs.hdfs.datanode.volume.speed.Recovery.Took;
import org.tieredhdfs.hdfs.datanode.volume.speed.RecoveryWatch.DeviceProbe;
import org.tieredhdfs.hdfs.datanode.volume.writeback.BlockDevice;
import org.tieredhdfs.hdfs.datanode.volume.writeback.BlockDevice.Counters;

/**
 * A probe of how fast the device under a volume is: eight writes of 4 KB, each synced, and one of 4
 * MB, past the page cache.
 *
 * <p>These are the two ways in which a volume can be slow: small syncs cost a device its time by
 * their number, large ones by their bytes. They go to a file that is there already, so that the
 * file system has nothing to allocate and no sync waits for what others write. Used by the volume's
 * own thread, which may hang.
 */
public final class SpeedProbe implements DeviceProbe {
  public static final String FILE_NAME = "tiered.speed";
  private static final Logger LOG = LoggerFactory.getLogger(SpeedProbe.class);

  private static final int SMALL_BYTES = 4096;
  private static final int SMALL_WRITES = 8;

  /** The large write goes in pieces, so that each shows that the volume answers. */
  private static final int PIECE_BYTES = 512 << 10;

  private static final int PIECES = 8;
  private static final long LARGE_BYTES = (long) PIECES * PIECE_BYTES;

  /** A device that takes longer for a part is not asked for the rest of it. */
  private static final long ENOUGH_NANOS = TimeUnit.SECONDS.toNanos(2);

  /** Flash does many things at once: only one that has too much to do makes a probe wait. */
  private static final long CONTENDED_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private static final double NANOS_PER_MS = 1e6;
  private static final Counters NOT_COUNTED = new Counters(0, 0, 0, 0, 0, 0);

  private final VolumeState volume;
  private final Supplier<@Nullable BlockDevice> device;
  private final Path file;
  private boolean isPastCache = true;
  private @Nullable ByteBuffer bytes;

  /**
   * @param device that of the volume, if it has one for itself
   */
  public SpeedProbe(VolumeState volume, Supplier<@Nullable BlockDevice> device) {
    this.volume = volume;
    this.device = device;
    this.file = Path.of(volume.path(), FILE_NAME);
  }

  @Override
  public @Nullable Took run() throws IOException {
    try (FileChannel channel = open()) {
      if (channel.size() < LARGE_BYTES) {
        fill(channel);
        return null;
      }
      return new Took(
          time(channel, SMALL_WRITES, SMALL_BYTES, true),
          time(channel, PIECES, PIECE_BYTES, false));
    }
  }

  private FileChannel open() throws IOException {
    if (isPastCache) {
      try {
        return FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, ExtendedOpenOption.DIRECT);
      } catch (UnsupportedOperationException | IOException e) {
        LOG.debug("Volume {} does not support direct writes", volume, e);
        isPastCache = false;
      }
    }
    return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  }

  /**
   * Makes the file longer, as far as the time allows. It is not synced, which may take long while
   * others write: the file system does that before the next probe.
   */
  private void fill(FileChannel channel) throws IOException {
    long startNanos = System.nanoTime();
    for (long piece = channel.size() / PIECE_BYTES;
        piece < PIECES && System.nanoTime() - startNanos < ENOUGH_NANOS;
        piece++) {
      write(channel, piece * PIECE_BYTES, PIECE_BYTES, false);
    }
  }

  /**
   * Writes as many times as asked for, or until the time is up.
   *
   * @param syncsEach whether each write is synced, or all together
   * @return how long all of them would have taken
   */
  private long time(FileChannel channel, int writes, int length, boolean syncsEach)
      throws IOException {
    BlockDevice known = device.get();
    Counters before = known == null ? NOT_COUNTED : known.counters();
    long startNanos = System.nanoTime();
    int done = 0;
    while (done < writes && System.nanoTime() - startNanos < ENOUGH_NANOS) {
      write(channel, (long) done * length, length, syncsEach);
      done++;
    }
    if (!syncsEach) {
      write(channel, 0, 0, true);
    }
    long tookNanos = System.nanoTime() - startNanos;
    Counters after = known == null ? NOT_COUNTED : known.counters();
    if (!syncsEach) {
      tookNanos = withoutWriters(tookNanos, (long) done * length, before, after);
    }
    if (volume.traffic().isSlow()) {
      // On its peers it is the best probe that counts, and readers are a load like any other
      tookNanos = withoutReaders(tookNanos, before, after);
    }
    return tookNanos * writes / Math.max(1, done);
  }

  private void write(FileChannel channel, long position, int length, boolean syncs)
      throws IOException {
    ByteBuffer data = bytes().clear().limit(length);
    try (InFlight io = volume.begin("SYNC", IoClass.SYNC, length)) {
      while (data.hasRemaining()) {
        channel.write(data, position + data.position());
      }
      if (syncs) {
        channel.force(false);
      }
      io.succeeded();
    }
  }

  /** Random ones, which no device can compress. */
  private ByteBuffer bytes() {
    ByteBuffer made = bytes;
    if (made == null) {
      byte[] random = new byte[PIECE_BYTES];
      new Random().nextBytes(random);
      made = ByteBuffer.allocateDirect(PIECE_BYTES + SMALL_BYTES).alignedSlice(SMALL_BYTES);
      made.limit(PIECE_BYTES).put(random);
      bytes = made;
    }
    return made;
  }

  /** What it would have taken if the device had not written for others meanwhile. */
  static long withoutWriters(long tookNanos, long ownBytes, Counters before, Counters after) {
    long writtenBytes = after.writtenBytes() - before.writtenBytes();
    return tookNanos < CONTENDED_NANOS || writtenBytes <= ownBytes
        ? tookNanos
        : (long) ((double) tookNanos * ownBytes / writtenBytes);
  }

  /** The same for reads; the device works for all that wait for it in turn. */
  static long withoutReaders(long tookNanos, Counters before, Counters after) {
    double readNanos = (after.readMs() - before.readMs()) * NANOS_PER_MS;
    // Not all kernels count what a sync takes, but the probe has waited all the time
    double writeNanos =
        Math.max((double) tookNanos, (after.writeMs() - before.writeMs()) * NANOS_PER_MS);
    return tookNanos < CONTENDED_NANOS || readNanos <= 0
        ? tookNanos
        : (long) (tookNanos * writeNanos / (writeNanos + readNanos));
  }

  @Override
  public void end() throws IOException {
    bytes = null;
    try (InFlight io = volume.begin("DELETE", IoClass.DIRECTORY, 0)) {
      io.changed(Files.deleteIfExists(file));
    }
  }
}
