package org.tieredhdfs.bench.profiles;

import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.tieredhdfs.bench.write.Measured;
import org.tieredhdfs.linux.ProcessCosts;

/** Reads a file in memory again and again: without read-ahead, and with Hadoop's. */
final class RamReadaheadCase implements ProfileCase {
  private static final long FILE_BYTES = 256L << 20;
  private static final double NS_PER_SEC = 1e9;

  private final int seconds;

  /**
   * @param seconds how long it reads
   */
  RamReadaheadCase(int seconds) {
    this.seconds = seconds;
  }

  @Override
  public String name() {
    return "ram-readahead";
  }

  @Override
  public boolean isCompared() {
    return true;
  }

  @Override
  public void prepare(ProfilesCluster cluster) throws IOException {
    for (ProfileValues values : ProfileValues.values()) {
      cluster.write(file(values), values, FILE_BYTES);
    }
  }

  private static Path file(ProfileValues values) {
    return new Path("/RAMDISK", "bulk-" + values.dataNode());
  }

  @Override
  public Map<String, Double> measure(ProfilesCluster cluster, ProfileValues values, int seed)
      throws IOException, InterruptedException {
    long pid = cluster.pid(values);
    return Measured.of(
            () -> read(cluster, values), cluster::clientCosts, () -> ProcessCosts.of(pid))
        .metrics();
  }

  private Map<String, Double> read(ProfilesCluster cluster, ProfileValues values)
      throws IOException {
    long startNs = System.nanoTime();
    double bytes = 0;
    double elapsedNs = 0;
    while (elapsedNs < seconds * NS_PER_SEC) {
      bytes += cluster.read(file(values));
      elapsedNs = System.nanoTime() - startNs;
    }
    return Map.of("bytes", bytes, "elapsedNs", elapsedNs);
  }
}
