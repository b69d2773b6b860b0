package org.tieredhdfs.bench.mover;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.apache.hadoop.fs.Path;
import org.tieredhdfs.bench.FixedRateLoad;

/** Clients that write small files at a steady pace to the volume from which a mover reads. */
final class Foreground {
  private static final int WRITERS = 2;
  private static final int INTERVAL_MS = 10;
  private static final int FILE_BYTES = 64 << 10;
  private static final int NAMES = 64;
  private static final long ALONE_MS = 5_000;
  private static final long JOIN_LIMIT_MS = 30_000;

  private final MoverBenchCluster cluster;
  private final byte[] content = new byte[FILE_BYTES];
  private List<FixedRateLoad> alone = List.of();
  private List<FixedRateLoad> beside = List.of();

  Foreground(MoverBenchCluster cluster) {
    this.cluster = cluster;
  }

  /** What the writes take when nobody moves anything; the first seconds are for warming up. */
  void measureAlone() throws IOException, InterruptedException {
    for (int round = 0; round < 2; round++) {
      alone = begin();
      Thread.sleep(ALONE_MS);
      end(alone);
    }
  }

  void start() throws IOException {
    beside = begin();
  }

  void stop() throws InterruptedException {
    end(beside);
  }

  private List<FixedRateLoad> begin() throws IOException {
    Path place = cluster.place("foreground-", MoverCase.WITHIN_NODE.from());
    List<FixedRateLoad> writers = new ArrayList<>();
    for (int i = 0; i < WRITERS; i++) {
      Path own = new Path(place, "w" + i);
      writers.add(
          FixedRateLoad.start(
              "foreground",
              INTERVAL_MS,
              n -> cluster.write(new Path(own, "f" + n % NAMES), content)));
    }
    return writers;
  }

  private static void end(List<FixedRateLoad> writers) throws InterruptedException {
    writers.forEach(FixedRateLoad::stop);
    for (FixedRateLoad writer : writers) {
      writer.join(JOIN_LIMIT_MS);
    }
  }

  void putInto(Map<String, Double> metrics) {
    metrics.put("foregroundP99Ms", highest(beside, writer -> writer.percentileMs(99)));
    metrics.put("foregroundMaxMs", highest(beside, FixedRateLoad::maxMs));
    metrics.put("foregroundAloneP99Ms", highest(alone, writer -> writer.percentileMs(99)));
    metrics.put("foregroundOps", beside.stream().mapToDouble(FixedRateLoad::count).sum());
    metrics.put("foregroundErrors", beside.stream().mapToDouble(FixedRateLoad::failures).sum());
  }

  private static double highest(
      List<FixedRateLoad> writers, ToDoubleFunction<FixedRateLoad> figure) {
    return writers.stream().mapToDouble(figure).max().orElse(0);
  }
}
