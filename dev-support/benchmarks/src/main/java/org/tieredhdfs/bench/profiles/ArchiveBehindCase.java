package org.tieredhdfs.bench.profiles;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.tieredhdfs.bench.FixedRateLoad;
import org.tieredhdfs.bench.devices.DiskStats;
import org.tieredhdfs.bench.devices.MemoryLimit;
import org.tieredhdfs.bench.devices.PageCache;
import org.tieredhdfs.bench.devices.ResidentPages;
import org.tieredhdfs.bench.devices.VolumeDevices;
import org.tieredhdfs.bench.write.Measured;
import org.tieredhdfs.linux.ProcessCosts;
import org.tieredhdfs.localcluster.media.Volume;

/**
 * Writes bulk data to an archive and reads it back, while hot files on disks are read at random,
 * with little room in the page cache: what is left of the hot files there.
 */
final class ArchiveBehindCase implements ProfileCase {
  private static final int ROOM_MB = 256;
  private static final int HOT_FILE_MB = 16;
  private static final int READ_BYTES = 64 * 1024;
  private static final int READ_EVERY_MS = 10;
  private static final long END_LIMIT_MS = 60_000;
  private static final int WARM_UP_PASSES = 2;

  private final int hotPercent;
  private final int bulkMb;

  /**
   * @param hotPercent size of the hot files, of the room in the page cache
   */
  ArchiveBehindCase(int hotPercent, int bulkMb) {
    this.hotPercent = hotPercent;
    this.bulkMb = bulkMb;
  }

  @Override
  public String name() {
    return "archive-behind-" + hotPercent;
  }

  @Override
  public boolean isCompared() {
    return true;
  }

  private List<Path> hotFiles(ProfileValues values) {
    List<Path> files = new ArrayList<>();
    for (int i = 0; i < ROOM_MB * hotPercent / 100 / HOT_FILE_MB; i++) {
      files.add(new Path("/DISK", "hot-" + values.dataNode() + "-" + i));
    }
    return files;
  }

  @Override
  public void prepare(ProfilesCluster cluster) throws IOException {
    for (ProfileValues values : ProfileValues.values()) {
      for (Path file : hotFiles(values)) {
        if (!cluster.fs().exists(file)) {
          cluster.write(file, values, (long) HOT_FILE_MB << 20);
        }
      }
    }
  }

  @Override
  public Map<String, Double> measure(ProfilesCluster cluster, ProfileValues values, int seed)
      throws IOException, InterruptedException {
    PageCache.drop(cluster.volumes(values));
    long pid = cluster.pid(values);
    MemoryLimit limit = MemoryLimit.set(pid, (long) ROOM_MB << 20);
    List<FSDataInputStream> hot = new ArrayList<>();
    try {
      for (Path file : hotFiles(values)) {
        hot.add(cluster.fs().open(file));
        for (int pass = 0; pass < WARM_UP_PASSES; pass++) {
          cluster.read(file);
        }
      }
      return measure(cluster, values, seed, hot, pid);
    } finally {
      limit.close();
      for (FSDataInputStream in : hot) {
        in.close();
      }
    }
  }

  private Map<String, Double> measure(
      ProfilesCluster cluster,
      ProfileValues values,
      int seed,
      List<FSDataInputStream> hot,
      long pid)
      throws IOException, InterruptedException {
    Path bulk = new Path("/ARCHIVE", "bulk-" + values.dataNode() + "-" + seed);
    VolumeDevices devices = VolumeDevices.of(cluster.volumes(values));
    Random random = new Random(seed);
    byte[] buffer = new byte[READ_BYTES];
    int reads = (HOT_FILE_MB << 20) / READ_BYTES;
    FixedRateLoad.Operation read =
        number ->
            hot.get(random.nextInt(hot.size()))
                .readFully((long) random.nextInt(reads) * READ_BYTES, buffer, 0, READ_BYTES);
    DiskStats before = DiskStats.now();
    try (FixedRateLoad load = FixedRateLoad.start("hot reads", READ_EVERY_MS, read)) {
      Measured measured =
          Measured.of(
              () -> writeAndRead(cluster, bulk, values),
              cluster::clientCosts,
              () -> ProcessCosts.of(pid));
      load.stop();
      if (!load.join(END_LIMIT_MS) || load.failures() > 0) {
        throw new IOException("reads of hot files hang or fail: " + load.firstFailure());
      }
      Map<String, Double> metrics = new LinkedHashMap<>(measured.metrics());
      metrics.put("hotResidentPercent", residentPercent(cluster, values));
      metrics.put("hotReads", (double) load.count());
      metrics.put("hotP50Ms", load.percentileMs(50));
      metrics.put("hotP99Ms", load.percentileMs(99));
      metrics.putAll(devices.metrics(before, DiskStats.now()));
      return metrics;
    } finally {
      cluster.fs().delete(bulk, false);
    }
  }

  private Map<String, Double> writeAndRead(ProfilesCluster cluster, Path bulk, ProfileValues values)
      throws IOException {
    long startNs = System.nanoTime();
    long written = (long) bulkMb << 20;
    cluster.write(bulk, values, written);
    double bytes = written + cluster.read(bulk);
    return Map.of("bytes", bytes, "elapsedNs", (double) (System.nanoTime() - startNs));
  }

  private double residentPercent(ProfilesCluster cluster, ProfileValues values) throws IOException {
    Volume disk =
        cluster.volumes(values).stream()
            .filter(volume -> volume.label().equals("DISK"))
            .findFirst()
            .orElseThrow();
    return ResidentPages.percent(disk.path(), new HashSet<>(cluster.blockNames(hotFiles(values))));
  }
}
