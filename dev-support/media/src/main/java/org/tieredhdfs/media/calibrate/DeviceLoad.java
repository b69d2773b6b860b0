package org.tieredhdfs.media.calibrate;

import com.sun.nio.file.ExtendedOpenOption;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.tieredhdfs.media.model.IoKind;

/** A load on a block device, past the page cache. What the device holds is overwritten. */
final class DeviceLoad {
  private static final int ALIGNMENT_BYTES = 4096;

  private final Path device;
  private final long sizeBytes;

  DeviceLoad(Path device, long sizeBytes) {
    this.device = device;
    this.sizeBytes = sizeBytes;
  }

  /**
   * What was measured.
   *
   * @param requests that the device answered
   * @param perSecond how many that is a second
   */
  record Answers(long requests, double perSecond) {}

  /**
   * Requests that the device answers.
   *
   * @param depth how many users ask at a time, each again as soon as it was answered
   */
  Answers measure(IoLoad load, int depth, Duration duration, long seed)
      throws IOException, InterruptedException {
    Offsets offsets = new Offsets(load, sizeBytes, seed);
    ExecutorService users = Executors.newFixedThreadPool(depth);
    try (FileChannel channel =
        FileChannel.open(
            device, StandardOpenOption.READ, StandardOpenOption.WRITE, ExtendedOpenOption.DIRECT)) {
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
      return new Answers(count, count * 1e9 / (endNs - beginNs));
    } catch (ExecutionException e) {
      throw new IOException("cannot measure " + device + ": " + e.getCause(), e);
    } finally {
      users.shutdownNow();
    }
  }

  private record Answered(long count, long lastNs) {}

  private static Answered ask(FileChannel channel, IoLoad load, Offsets offsets, long untilNs)
      throws IOException {
    ByteBuffer buffer =
        ByteBuffer.allocateDirect(load.blockBytes() + ALIGNMENT_BYTES)
            .alignedSlice(ALIGNMENT_BYTES)
            .limit(load.blockBytes());
    long count = 0;
    long nowNs = System.nanoTime();
    while (nowNs < untilNs) {
      buffer.rewind();
      long offset = offsets.next();
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
}
