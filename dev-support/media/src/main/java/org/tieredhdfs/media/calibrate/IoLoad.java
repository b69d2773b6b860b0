package org.tieredhdfs.media.calibrate;

import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import org.tieredhdfs.media.model.IoKind;
import org.tieredhdfs.media.model.IoRequest;
import org.tieredhdfs.media.model.IoScheduler;
import org.tieredhdfs.media.model.Medium;

/**
 * The load used to measure a device.
 *
 * @param blockBytes of each request
 * @param label for people to read
 */
record IoLoad(IoKind kind, boolean isRandom, int blockBytes, String label) {
  static final IoLoad RANDOM_READ = new IoLoad(IoKind.READ, true, 4 << 10, "random reads");
  static final IoLoad RANDOM_WRITE = new IoLoad(IoKind.WRITE, true, 4 << 10, "random writes");
  static final IoLoad SEQUENTIAL_READ =
      new IoLoad(IoKind.READ, false, 128 << 10, "sequential reads");
  static final IoLoad SEQUENTIAL_WRITE =
      new IoLoad(IoKind.WRITE, false, 128 << 10, "sequential writes");

  private record Request(IoKind kind, long offset, int lengthBytes, long arrivedNs)
      implements IoRequest {}

  /** Where it goes on a device, request by request; the same for the same seed. Thread-safe. */
  LongSupplier offsets(long sizeBytes, long seed) {
    return new LongSupplier() {
      private final long blocks = sizeBytes / blockBytes;
      private final SplittableRandom random = new SplittableRandom(seed);
      // Start anywhere: from the beginning, a stream would only see a disk's fastest zone.
      private long next = random.nextLong(blocks);

      @Override
      public synchronized long getAsLong() {
        next = isRandom ? random.nextLong(blocks) : (next + 1) % blocks;
        return next * blockBytes;
      }
    };
  }

  /**
   * Requests a second that {@code medium} answers to so many users who each ask again as soon as
   * they were answered, with nothing between them and the medium that takes time.
   *
   * @param depth how many users
   * @param requests after how many: a stream gets into other zones of a disk as it goes on
   */
  double simulatedPerSecond(
      Medium medium, int depth, long sizeBytes, double factor, long requests) {
    LongSupplier offsets = offsets(sizeBytes, 1);
    IoScheduler<Request> waiting = new IoScheduler<>();
    PriorityQueue<Long> answersNs = new PriorityQueue<>();
    for (int i = 0; i < depth; i++) {
      answersNs.add(0L);
    }
    long lastNs = 0;
    for (long served = 0; served < requests; served++) {
      // A client answered before the medium is free has sent its next request by then.
      long freeNs = Math.max(0, medium.freeNs());
      while (!answersNs.isEmpty() && (waiting.isEmpty() || answersNs.peek() <= freeNs)) {
        waiting.add(new Request(kind, offsets.getAsLong(), blockBytes, answersNs.remove()));
      }
      Request request = waiting.next(medium);
      if (request == null) {
        throw new IllegalStateException("nothing waits though " + depth + " ask");
      }
      long endNs = medium.serve(request, Math.max(medium.freeNs(), request.arrivedNs()), factor);
      answersNs.add(endNs);
      lastNs = Math.max(lastNs, endNs);
    }
    return requests * 1e9 / lastNs;
  }
}
