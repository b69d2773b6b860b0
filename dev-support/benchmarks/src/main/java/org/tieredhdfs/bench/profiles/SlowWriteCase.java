package org.tieredhdfs.bench.profiles;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.tieredhdfs.bench.devices.PageCache;

/**
 * How many writes, flushes and syncs on one medium exceed thresholds of slow I/O: at its full
 * speed, and at half of that.
 */
final class SlowWriteCase implements ProfileCase {
  /** Those that are the default of any type. */
  private static final List<Long> THRESHOLDS_MS = List.of(100L, 300L, 1000L);

  private static final ProfileValues VALUES = ProfileValues.DEFAULTS;
  private static final long READ_FILE_BYTES = 128L << 20;
  private static final double SECONDS_PER_DAY = 86_400;

  private final String type;
  private final int seconds;

  /**
   * @param seconds of each load
   */
  SlowWriteCase(String type, int seconds) {
    this.type = type;
    this.seconds = seconds;
  }

  @Override
  public String name() {
    return "thresholds-" + type.toLowerCase(Locale.ROOT);
  }

  @Override
  public boolean isCompared() {
    return false;
  }

  private Path readFile() {
    return new Path("/" + type, "read");
  }

  @Override
  public void prepare(ProfilesCluster cluster) throws IOException {
    cluster.write(readFile(), VALUES, READ_FILE_BYTES);
  }

  @Override
  public Map<String, Double> measure(ProfilesCluster cluster, ProfileValues values, int seed)
      throws IOException, InterruptedException {
    Map<String, Double> metrics = new LinkedHashMap<>();
    double full = measure(cluster, "full", WriteLoad.UNLIMITED, seed, metrics);
    measure(cluster, "half", full / 2, seed, metrics);
    return metrics;
  }

  private double measure(
      ProfilesCluster cluster,
      String load,
      double bytesPerSec,
      int seed,
      Map<String, Double> metrics)
      throws IOException, InterruptedException {
    PageCache.drop(cluster.volumes(VALUES));
    int lines = cluster.log(VALUES).size();
    double reached = new WriteLoad(cluster, VALUES, readFile(), bytesPerSec, seed).run(seconds);
    double writes = reached * seconds / WriteLoad.CHUNK_BYTES;
    List<String> log = cluster.log(VALUES);
    SlowWrites slow = SlowWrites.in(log.subList(lines, log.size()));
    metrics.put(load + "MbPerSec", reached / 1e6);
    metrics.put(load + "Writes", writes);
    metrics.put(load + "WritesLongestMs", SlowWrites.longestMs(slow.writesMs()));
    metrics.put(load + "SyncsLongestMs", SlowWrites.longestMs(slow.syncsMs()));
    for (long thresholdMs : THRESHOLDS_MS) {
      String over = "Over" + thresholdMs + "Ms";
      long slowWrites = SlowWrites.over(slow.writesMs(), thresholdMs);
      long slowSyncs = SlowWrites.over(slow.syncsMs(), thresholdMs);
      metrics.put(
          load + "Writes" + over + "PerMillion", writes == 0 ? 0 : slowWrites * 1e6 / writes);
      metrics.put(load + "Writes" + over + "PerDay", slowWrites * SECONDS_PER_DAY / seconds);
      metrics.put(load + "Syncs" + over + "PerDay", slowSyncs * SECONDS_PER_DAY / seconds);
    }
    return reached;
  }
}
