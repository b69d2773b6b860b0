package org.tieredhdfs.media.calibrate;

import com.sun.nio.file.ExtendedOpenOption;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.LongSupplier;
import org.tieredhdfs.linux.LoopDevices;
import org.tieredhdfs.media.device.MediaDevice;
import org.tieredhdfs.media.device.Overhead;
import org.tieredhdfs.media.model.Controller;
import org.tieredhdfs.media.model.IoKind;
import org.tieredhdfs.media.model.MediumModel;
import org.tieredhdfs.media.server.DeviceSpec;
import org.tieredhdfs.media.server.MediaControl;

/**
 * A device of a server below a loop device, past the page cache, for as long as it is measured.
 * What it holds is overwritten.
 */
final class MeasuredDevice implements AutoCloseable {
  private static final long CACHE_BYTES = 16 << 20;
  private static final int ALIGNMENT_BYTES = 4096;

  private final MediaControl server;
  private final DeviceSpec spec;
  private final long sizeBytes;
  private final Path loopDevice;

  /**
   * @param dir where it is kept meanwhile
   * @param factor by which it is slower than its model
   */
  MeasuredDevice(
      MediaControl server,
      Path dir,
      MediumModel model,
      long sizeBytes,
      double factor,
      Overhead overhead)
      throws IOException {
    this.server = server;
    this.sizeBytes = sizeBytes;
    String name = "calibrated-" + model.label();
    Path backingFile = dir.resolve(name + ".data");
    try (RandomAccessFile file = new RandomAccessFile(backingFile.toFile(), "rw")) {
      file.setLength(sizeBytes);
    }
    spec =
        new DeviceSpec(
            name,
            model,
            new MediaDevice.Timing(factor, overhead, CACHE_BYTES),
            "",
            0,
            1,
            Files.createDirectories(dir.resolve(name)),
            backingFile);
    server.add(spec);
    loopDevice = LoopDevices.attach(spec.file());
  }

  /**
   * A load at one depth.
   *
   * @param depth how many users ask at a time, each again as soon as it was answered
   */
  Calibration.Figure measure(IoLoad load, int depth, Duration duration, long seed)
      throws IOException, InterruptedException {
    LongSupplier offsets = load.offsets(sizeBytes, seed);
    ExecutorService users = Executors.newFixedThreadPool(depth);
    try (FileChannel channel =
        FileChannel.open(
            loopDevice,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            ExtendedOpenOption.DIRECT)) {
      long beginNs = System.nanoTime();
      List<Future<Answered>> parts = new ArrayList<>();
      for (int i = 0; i < depth; i++) {
        parts.add(users.submit(() -> ask(channel, load, offsets, beginNs + duration.toNanos())));
      }
      long count = 0;
      long endNs = beginNs;
      for (Future<Answered> part : parts) {
        Answered answered = part.get();
        count += answered.count();
        endNs = Math.max(endNs, answered.lastNs());
      }
      double wanted =
          load.simulatedPerSecond(
              spec.model().newMedium(sizeBytes, Controller.unlimited(), 1),
              depth,
              sizeBytes,
              spec.timing().factor(),
              count);
      return new Calibration.Figure(
          load.label(), depth, load.blockBytes(), wanted, count * 1e9 / (endNs - beginNs));
    } catch (ExecutionException e) {
      throw new IOException("cannot measure " + loopDevice + ": " + e.getCause(), e);
    } finally {
      users.shutdownNow();
    }
  }

  private record Answered(long count, long lastNs) {}

  private static Answered ask(FileChannel channel, IoLoad load, LongSupplier offsets, long untilNs)
      throws IOException {
    ByteBuffer buffer =
        ByteBuffer.allocateDirect(load.blockBytes() + ALIGNMENT_BYTES)
            .alignedSlice(ALIGNMENT_BYTES)
            .limit(load.blockBytes());
    long count = 0;
    long nowNs = System.nanoTime();
    while (nowNs < untilNs) {
      buffer.rewind();
      long offset = offsets.getAsLong();
      int done =
          load.kind() == IoKind.READ ? channel.read(buffer, offset) : channel.write(buffer, offset);
      if (done != load.blockBytes()) {
        throw new IOException(done + " of " + load.blockBytes() + " bytes at " + offset);
      }
      count++;
      nowNs = System.nanoTime();
    }
    return new Answered(count, nowNs);
  }

  @Override
  public void close() throws IOException {
    LoopDevices.detach(loopDevice);
    server.remove(spec.name());
    Files.deleteIfExists(spec.backingFile());
    Files.deleteIfExists(spec.mountPoint());
  }
}
