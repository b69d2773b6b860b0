package org.tieredhdfs.bench.study;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.tieredhdfs.linux.VolumeFileSystem;
import org.tieredhdfs.localcluster.spec.OptionRange;
import org.tieredhdfs.report.Side;

/**
 * How the study of flash arrays is brought to the size of one machine, which is a node of it.
 *
 * <p>Records, memstores, blocks and compacted files shrink by the same factor, as in {@link
 * StudyScale}. So do the block caches, all of which together are as large whatever the number of
 * RegionServers: processes are what is compared, and not memory.
 *
 * @param data the fraction
 * @param millions sizes of the dataset in the study, in millions of records
 * @param threads numbers of threads of the client
 * @param regionServers numbers of RegionServers on a node
 */
public record FlashScale(
    double data, List<Integer> millions, List<Integer> threads, List<Integer> regionServers) {
  public static final FlashScale USUAL =
      new FlashScale(1.0 / 128, List.of(10, 30), List.of(64, 256, 1024), List.of(1, 2, 4));
  public static final FlashScale QUICK =
      new FlashScale(1.0 / 128, List.of(10), List.of(64), List.of(1));

  private static final int MAX_MILLIONS = 100;
  private static final int MAX_THREADS = 4096;
  private static final int MAX_REGION_SERVERS = 8;

  /** With more, memstores and block cache together do not fit into the heap. */
  private static final double MAX_DATA = 1.0 / 40;

  private static final long RECORD_BYTES = 1_000;

  /** As many records of a region as in the study of 2016, whose settings these clusters have. */
  private static final double MILLIONS_A_REGION = 2.5;

  /** Above the smaller dataset and below the larger: in the one case scans read from memory. */
  private static final int CACHED_MILLIONS = 12;

  public FlashScale {
    if (!(data >= StudyScale.MIN_DATA && data <= MAX_DATA)) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "--scale: '%s' is not allowed; %.4f to %.4f are",
              data,
              StudyScale.MIN_DATA,
              MAX_DATA));
    }
    millions = checked("--records", millions, MAX_MILLIONS);
    threads = checked("--threads", threads, MAX_THREADS);
    regionServers = checked("--region-servers", regionServers, MAX_REGION_SERVERS);
  }

  private static List<Integer> checked(String option, List<Integer> numbers, int max) {
    if (numbers.isEmpty()) {
      throw new IllegalArgumentException(option + ": there has to be a number at least");
    }
    numbers.forEach(number -> OptionRange.require(option, number, max));
    return numbers.stream().distinct().toList();
  }

  /** How many records a table has. */
  long records(FlashCase one) {
    return Math.round(one.millions() * 1_000_000 * data);
  }

  /** How many regions a table has, each RegionServer one at least. */
  int regions(FlashCase one) {
    return Math.max(one.regionServers(), (int) Math.round(one.millions() / MILLIONS_A_REGION));
  }

  /**
   * The cluster of a case: RegionServers share the regions, and the heap of each has a part of the
   * block cache.
   */
  StudySite site(FlashCase one, Side side, Path home) {
    int regionServers = one.regionServers();
    int maxMillions = millions.stream().mapToInt(Integer::intValue).max().orElse(1);
    int regions = (int) Math.ceil(maxMillions / MILLIONS_A_REGION);
    double cacheBytes = CACHED_MILLIONS * 1e6 * RECORD_BYTES * data / regionServers;
    double heapBytes = (long) StudySite.REGION_SERVER_HEAP_MB << 20;
    return new StudySite(
        one.media().site(),
        side,
        new StudyScale(data, (regions + regionServers - 1) / regionServers),
        home,
        regionServers,
        Map.of(
            "hfile.block.cache.size", String.format(Locale.ROOT, "%.4f", cacheBytes / heapBytes)),
        VolumeFileSystem.EXT4);
  }

  /** For the report, and to see whether rows of two runs belong together. */
  String text() {
    return String.format(Locale.ROOT, "1/%.0f of the study's records", 1 / data);
  }
}
