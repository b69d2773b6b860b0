package org.tieredhdfs.bench.study;

import java.util.LinkedHashMap;
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
  private static final long BLOCK_BYTES = 128 * MB;
  private static final long LOG_BLOCK_BYTES = 256 * MB;
  private static final long REGION_BYTES = 10L << 30;
  private static final long SMALL_FILE_BYTES = 1536 * MB;
  private static final long CHUNK_BYTES = 2 * MB;
  private static final long MIN_LOG_BLOCK_BYTES = 8 * MB;
  private static final long MIN_CHUNK_BYTES = 64 * KB;
  private static final long CELL_BYTES = 16 * KB;

  /**
   * A region blocks at 4 times the size at which it is flushed, and takes half as much again of the
   * heap. With less for all of them, as the study had, flushes of HBase's own regions, which hold
   * nothing, would come in the way here: a flush has costs that do not shrink.
   */
  private static final double MEMSTORE_BYTES_A_REGION = 4 * 1.5 * FLUSH_BYTES;

  private static final long BLOCKING_WAIT_MS = 90_000;
  private static final long DISCHARGE_MS = 120_000;

  /**
   * HBase's defaults: for how long it keeps old logs and archived files, and how often it looks.
   */
  private static final long OLD_LOG_MS = 600_000;

  private static final long ARCHIVED_FILE_MS = 300_000;
  private static final long CLEANER_INTERVAL_MS = 600_000;

  /** Until HBase has deleted what it does not keep, so that nothing moves for nothing. */
  private static final long ARCHIVE_MIN_AGE_SEC = 21 * 60;

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
  public int regions(StudyCase study) {
    return Math.min(maxRegions, study.regions());
  }

  /** How many records are loaded. */
  public long records(StudyCase study) {
    return Math.round((double) study.records() / study.regions() * regions(study) * data);
  }

  /** The volumes of each DataNode, with this project's names of types. */
  public VolumeLayout layout(StudyCase study) {
    Map<String, Integer> counts = new LinkedHashMap<>();
    study
        .volumes()
        .forEach((medium, count) -> counts.put(medium.storageType(), volumes(medium, count)));
    return new VolumeLayout(counts);
  }

  private static int volumes(StudyMedium medium, int count) {
    return medium == StudyMedium.RAM ? count : Math.max(1, count / VOLUMES_DIVISOR);
  }

  /**
   * The settings of HDFS and HBase that are sizes and times.
   *
   * @param heapBytes of a RegionServer
   */
  Map<String, String> settings(long heapBytes) {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("hbase.hregion.memstore.flush.size", scaled(FLUSH_BYTES, MB));
    settings.put("hbase.hregion.max.filesize", scaled(REGION_BYTES, 2 * MB));
    settings.put("hbase.hregion.memstore.mslab.chunksize", scaled(CHUNK_BYTES, MIN_CHUNK_BYTES));
    settings.put("hbase.hregion.memstore.mslab.max.allocation", Long.toString(CELL_BYTES));
    settings.put(
        "hbase.regionserver.global.memstore.size",
        String.format(
            Locale.ROOT, "%.3f", maxRegions * MEMSTORE_BYTES_A_REGION * data / heapBytes));
    settings.put("hbase.regionserver.hlog.blocksize", scaled(LOG_BLOCK_BYTES, MIN_LOG_BLOCK_BYTES));
    settings.put("dfs.blocksize", scaled(BLOCK_BYTES, MB));
    settings.put("hbase.hstore.blockingWaitTime", scaled(BLOCKING_WAIT_MS, 500));
    settings.put("hbase.hfile.compaction.discharger.interval", scaled(DISCHARGE_MS, 500));
    settings.put("hbase.master.logcleaner.ttl", scaled(OLD_LOG_MS, 1_000));
    settings.put("hbase.master.hfilecleaner.ttl", scaled(ARCHIVED_FILE_MS, 1_000));
    settings.put("hbase.master.cleaner.interval", scaled(CLEANER_INTERVAL_MS, 1_000));
    return settings;
  }

  /** Up to which size a compacted file is small, in bytes. */
  String smallFileMaxBytes() {
    return scaled(SMALL_FILE_BYTES, MB);
  }

  /** How long archived files are left alone. */
  String archiveMinAge() {
    return scaled(ARCHIVE_MIN_AGE_SEC, 1) + "s";
  }

  private String scaled(long value, long min) {
    return Long.toString(Math.max(min, Math.round(value * data)));
  }

  /** For the report, and to see whether rows of two runs belong together. */
  public String text() {
    return String.format(
        Locale.ROOT, "1/%.0f of a region's data, up to %d regions", 1 / data, maxRegions);
  }
}
