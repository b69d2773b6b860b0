package org.tieredhdfs.tools.bench.mover;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.apache.hadoop.fs.Path;
import org.tieredhdfs.tools.bench.Paced;

/** Clients that write small files at a steady pace to the volume from which a mover reads. */
final class Foreground {
  private static final int WRITERS = 2;
  private static final int INTERVAL_MS = 10;
  private static final int FILE_BYTES = 64 << 10;
  private static final int NAMES = 64;
  private static final long ALONE_MS = 5_000;
  private static final long JOIN_LIMIT_MS = 30_000;

  private final MoverCluster cluster;
  private final byte[] content = new byte[FILE_BYTES];
  private List<Paced> alone = List.of();
  private List<Paced> beside = List.of();

  Foreground(MoverCluster cluster) {
    this.cluster = cluster;
  }

  /** What the writes take when nobody moves anything; the first seconds are for warming up. */
  void measureAlone() throws IOException, InterruptedException {
    List<Paced> warmingUp = begin();
    Thread.sleep(ALONE_MS);
    end(warmingUp);
    alone = begin();
    Thread.sleep(ALONE_MS);
    end(alone);
  }

  void start() throws IOException {
    beside = begin();
  }

  void stop() throws InterruptedException {
    end(beside);
  }

  private List<Paced> begin() throws IOException {
    Path place = cluster.place("foreground-", MoverCase.Route.WITHIN_NODE.from());
    List<Paced> writers = new ArrayList<>();
    for (int i = 0; i < WRITERS; i++) {
      Path own = new Path(place, "w" + i);
      writers.add(
          Paced.start(
              "foreground",
              INTERVAL_MS,
              n -> cluster.writeInForeground(new Path(own, "f" + n % NAMES), content)));
    }
    return writers;
  }

  private static void end(List<Paced> writers) throws InterruptedException {
    writers.forEach(Paced::stop);
    for (Paced writer : writers) {
      writer.join(JOIN_LIMIT_MS);
    }
  }

  Map<String, Double> metrics() {
    Map<String, Double> metrics = new LinkedHashMap<>();
    metrics.put("foregroundP99Ms", highest(beside, writer -> writer.percentileMs(99)));
    metrics.put("foregroundMaxMs", highest(beside, Paced::maxMs));
    metrics.put("foregroundAloneP99Ms", highest(alone, writer -> writer.percentileMs(99)));
    metrics.put("foregroundOps", beside.stream().mapToDouble(Paced::count).sum());
    metrics.put("foregroundErrors", beside.stream().mapToDouble(Paced::failures).sum());
    return metrics;
  }

  private static double highest(List<Paced> writers, ToDoubleFunction<Paced> figure) {
    return writers.stream().mapToDouble(figure).max().orElse(0);
  }
}
