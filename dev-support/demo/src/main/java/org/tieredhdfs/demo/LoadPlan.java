package org.tieredhdfs.demo;

import java.nio.file.Path;
import org.tieredhdfs.localcluster.spec.OptionRange;
import org.tieredhdfs.ycsb.binding.TableLayout;

/**
 * What is loaded into HBase.
 *
 * @param records rows of 5 fields of 200 bytes
 * @param operations reads and updates after the load
 * @param regions that the table is split into; the first is smaller than the others
 */
public record LoadPlan(int records, int operations, int threads, int regions, Path out) {
  private static final int MAX_RECORDS = 100_000_000;
  private static final int MAX_THREADS = 512;

  /** Five cells of 200 bytes with their keys of about 50. */
  private static final double ROW_BYTES = 1250;

  public LoadPlan {
    OptionRange.require("--records", records, MAX_RECORDS);
    OptionRange.require("--operations", operations, MAX_RECORDS);
    OptionRange.require("--threads", threads, MAX_THREADS);
  }

  /**
   * A bound between the sizes of the compacted files of the table's small first region and of the
   * others, right after a load: their geometric mean.
   */
  long smallCompactedMaxBytes() {
    double smallBytes = records * ROW_BYTES * TableLayout.smallFirstShare(regions);
    return Math.round(smallBytes * Math.sqrt(TableLayout.SMALL_FIRST_RATIO));
  }
}
