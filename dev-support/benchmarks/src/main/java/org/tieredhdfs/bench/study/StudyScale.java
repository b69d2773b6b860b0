package org.tieredhdfs.bench.study;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.tieredhdfs.localcluster.media.VolumeLayout;
import org.tieredhdfs.ycsb.study.StudyCase;
import org.tieredhdfs.ycsb.study.StudyMedium;

/**
 * How the study is brought to the size of one machine.
 *
 * <p>A region gets a fraction of its data, and everything that is measured in bytes of it shrinks
 * by the same: memstore, blocks, compacted files, what counts as a small file. So a region is
 * flushed, compacted and archived as often as in the study. What waits shrinks as well, since the
 * run takes less time. There are fewer regions, and a quarter of the volumes.
 *
 * @param data the fraction
 * @param maxRegions how many regions the table has at most
 */
public record StudyScale(double data, int maxRegions) {
  /** HBase refuses memstores below 1 MB, and those of the study had 128. */
  public static final double MIN_DATA = 1.0 / 128;

  public static final StudyScale USUAL = new StudyScale(1.0 / 64, 4);
  public static final StudyScale QUICK = new StudyScale(MIN_DATA, 1);

  private static final long KB = 1L << 10;
  private static final long MB = 1L << 20;
  private static final int VOLUMES_DIVISOR = 4;

  private static final long FLUSH_BYTES = 128 * MB;

  /**
   * A region blocks at 4 times the size at which it is flushed, and takes half as much again of the
   * heap. With less for all of them, as the study had, flushes of HBase's own regions, which hold
   * nothing, would come in the way here: a flush has costs that do not shrink.
   */
  private static final double MEMSTORE_BYTES_A_REGION = 4 * 1.5 * FLUSH_BYTES;

  /** Until HBase has deleted what it does not keep, so that nothing moves for nothing. */
  private static final long ARCHIVE_MIN_AGE_SEC = 21 * 60;

  /** What shrinks: a setting, its value in the study or HBase's default, the least. */
  private record Scaled(String key, long value, long min) {}

  private static final List<Scaled> SCALED =
      List.of(
          new Scaled("hbase.hregion.memstore.flush.size", FLUSH_BYTES, MB),
          new Scaled("hbase.hregion.max.filesize", 10L << 30, 2 * MB),
          new Scaled("hbase.hregion.memstore.mslab.chunksize", 2 * MB, 64 * KB),
          new Scaled("hbase.regionserver.hlog.blocksize", 256 * MB, 8 * MB),
          new Scaled("dfs.blocksize", 128 * MB, MB),
          new Scaled("hbase.hstore.blockingWaitTime", 90_000, 500),
          new Scaled("hbase.hfile.compaction.discharger.interval", 120_000, 500),
          // for how long HBase keeps old logs and archived files, and how often it looks
          new Scaled("hbase.master.logcleaner.ttl", 600_000, 1_000),
          new Scaled("hbase.master.hfilecleaner.ttl", 300_000, 1_000),
          new Scaled("hbase.master.cleaner.interval", 600_000, 1_000));

  public StudyScale {
    if (!(data >= MIN_DATA && data <= 1)) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT, "--scale: '%s' is not allowed; %.4f to 1 are", data, MIN_DATA));
    }
    if (maxRegions < 1) {
      throw new IllegalArgumentException(
          "--regions: '" + maxRegions + "' is not allowed; it has to be 1 or more");
    }
  }

  /** How many regions the table of a case has. */
  int regions(StudyCase study) {
    return Math.min(maxRegions, study.regions());
  }

  /** How many records are loaded. */
  long records(StudyCase study) {
    return Math.round((double) study.records() / study.regions() * regions(study) * data);
  }

  /** The volumes of each DataNode, with this project's names of types. */
  VolumeLayout layout(StudyCase study) {
    Map<String, Integer> counts = new LinkedHashMap<>();
    study
        .volumes()
        .forEach(
            (medium, count) ->
                counts.put(
                    medium.storageType(),
                    medium == StudyMedium.RAM ? count : Math.max(1, count / VOLUMES_DIVISOR)));
    return new VolumeLayout(counts);
  }

  /**
   * The settings of HDFS and HBase that are sizes and times.
   *
   * @param heapBytes of a RegionServer
   */
  Map<String, String> settings(long heapBytes) {
    Map<String, String> settings = new LinkedHashMap<>();
    SCALED.forEach(one -> settings.put(one.key(), scaled(one.value(), one.min())));
    settings.put("hbase.hregion.memstore.mslab.max.allocation", Long.toString(16 * KB));
    settings.put(
        "hbase.regionserver.global.memstore.size",
        String.format(
            Locale.ROOT, "%.3f", maxRegions * MEMSTORE_BYTES_A_REGION * data / heapBytes));
    return settings;
  }

  /** Up to which size a compacted file is small, in bytes. */
  String smallFileMaxBytes() {
    return scaled(1536 * MB, MB);
  }

  /** How long archived files are left alone. */
  String archiveMinAge() {
    return scaled(ARCHIVE_MIN_AGE_SEC, 1) + "s";
  }

  private String scaled(long value, long min) {
    return Long.toString(Math.max(min, Math.round(value * data)));
  }

  /** For the report, and to see whether rows of two runs belong together. */
  String text() {
    return String.format(
        Locale.ROOT, "1/%.0f of a region's data, up to %d regions", 1 / data, maxRegions);
  }
}
