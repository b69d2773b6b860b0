package org.tieredhdfs.bench.dfsio;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tieredhdfs.bench.rows.RowMedians;
import org.tieredhdfs.bench.write.WriteMedia;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Side;

/**
 * The study's ratios of flash arrays to hard disks beside those of SSDs to hard disks here, each at
 * the number of threads and the read-ahead at which it is fastest.
 */
final class DfsioComparison {
  static final String RATIO = "mbRatio";
  static final String STUDY_RATIO = "studyMbRatio";

  /** Of random reads it was 1,600 to 300 MB/s. */
  private static final Map<DfsioPattern, Double> STUDY =
      Map.of(
          DfsioPattern.WRITE, 2.5, DfsioPattern.SEQUENTIAL, 7.0, DfsioPattern.RANDOM, 1600 / 300.0);

  private DfsioComparison() {}

  /** A row for each pattern that was measured on both media, by medians of the repeats. */
  static List<BenchmarkCase> of(List<BenchmarkCase> rows) {
    List<DfsioCase> cases =
        rows.stream().flatMap(row -> DfsioCase.parse(row.name()).stream()).distinct().toList();
    List<BenchmarkCase> comparisons = new ArrayList<>();
    for (DfsioPattern pattern : DfsioPattern.values()) {
      for (Side side : List.of(Side.STOCK, Side.OURS)) {
        double ratio =
            best(rows, cases, WriteMedia.SSD, pattern, side)
                / best(rows, cases, WriteMedia.HDD, pattern, side);
        if (Double.isFinite(ratio)) {
          Map<String, Double> metrics = new LinkedHashMap<>();
          metrics.put(RATIO, ratio);
          Double study =
              STUDY.get(
                  DfsioPattern.RANDOM_READS.contains(pattern) ? DfsioPattern.RANDOM : pattern);
          if (study != null) {
            metrics.put(STUDY_RATIO, study);
          }
          comparisons.add(new BenchmarkCase("ssd / hdd, " + pattern.label(), side, 1, metrics));
        }
      }
    }
    return comparisons;
  }

  private static double best(
      List<BenchmarkCase> rows,
      List<DfsioCase> cases,
      WriteMedia media,
      DfsioPattern pattern,
      Side side) {
    return cases.stream()
        .filter(one -> one.media() == media && one.pattern() == pattern)
        .mapToDouble(one -> RowMedians.of(rows, one.name(), side, "mbPerSec"))
        .filter(Double::isFinite)
        .max()
        .orElse(Double.NaN);
  }
}
