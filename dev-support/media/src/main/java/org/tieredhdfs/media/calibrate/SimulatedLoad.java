package org.tieredhdfs.media.calibrate;

import java.util.Comparator;
import java.util.PriorityQueue;
import org.tieredhdfs.media.model.IoKind;
import org.tieredhdfs.media.model.IoRequest;
import org.tieredhdfs.media.model.IoScheduler;
import org.tieredhdfs.media.model.Medium;

/**
 * The same load on the model alone: so many users who each ask again as soon as they were answered,
 * and nothing between them and the medium that takes time.
 */
final class SimulatedLoad {
  private SimulatedLoad() {}

  private record Request(IoKind kind, long offset, int lengthBytes, long arrivedNs)
      implements IoRequest {}

  /**
   * Requests a second that {@code medium} answers.
   *
   * @param requests after how many: a stream gets into other zones of a disk as it goes on
   */
  static double perSecond(
      Medium medium, IoLoad load, int depth, long sizeBytes, double factor, long requests) {
    Offsets offsets = new Offsets(load, sizeBytes, 1);
    IoScheduler<Request> waiting = new IoScheduler<>();
    PriorityQueue<Long> answersNs = new PriorityQueue<>(Comparator.naturalOrder());
    for (int i = 0; i < depth; i++) {
      answersNs.add(0L);
    }
    long lastNs = 0;
    for (long served = 0; served < requests; served++) {
      // A client answered before the medium is free has sent its next request by then.
      long freeNs = Math.max(0, medium.freeNs());
      while (!answersNs.isEmpty() && (waiting.isEmpty() || answersNs.peek() <= freeNs)) {
        waiting.add(
            new Request(load.kind(), offsets.next(), load.blockBytes(), answersNs.remove()));
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
