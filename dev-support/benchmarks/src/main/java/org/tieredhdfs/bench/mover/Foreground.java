package org.tieredhdfs.bench.mover;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.tieredhdfs.bench.FixedRateLoad;
import org.tieredhdfs.localcluster.spec.ClusterException;

/** Clients that write small files at a steady pace to the volume from which a mover reads. */
final class Foreground {
  private static final int WRITERS = 2;
  private static final int INTERVAL_MS = 10;
  private static final int FILE_BYTES = 64 << 10;
  private static final int NAMES = 64;
  private static final long ALONE_MS = 5_000;
  private static final long JOIN_LIMIT_MS = 30_000;

  private final MoverSite cluster;
  private final byte[] content = new byte[FILE_BYTES];
  private List<FixedRateLoad> alone = List.of();
  private List<FixedRateLoad> beside = List.of();

  Foreground(MoverSite cluster) {
    this.cluster = cluster;
  }

  /** What the writes take when nobody moves anything; the first seconds are for warming up. */
  void measureAlone() throws IOException, ClusterException, InterruptedException {
    for (int round = 0; round < 2; round++) {
      alone = begin();
      Thread.sleep(ALONE_MS);
      FixedRateLoad.end(alone, JOIN_LIMIT_MS);
    }
  }

  void start() throws IOException {
    beside = begin();
  }

  void stop() throws ClusterException, InterruptedException {
    FixedRateLoad.end(beside, JOIN_LIMIT_MS);
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

  void putInto(Map<String, Double> metrics) {
    FixedRateLoad.put(metrics, "foreground", beside);
    metrics.put(
        "foregroundAloneP99Ms", FixedRateLoad.highest(alone, writer -> writer.percentileMs(99)));
  }
}
