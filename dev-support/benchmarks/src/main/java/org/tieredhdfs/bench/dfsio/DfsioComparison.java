package org.tieredhdfs.bench.dfsio;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.tieredhdfs.bench.dfsio.client.DfsioPattern;
import org.tieredhdfs.bench.rows.RowMedians;
import org.tieredhdfs.bench.rows.RowRatio;
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

  private static final String METRIC = "mbPerSec";

  private DfsioComparison() {}

  /** A row for each pattern that was measured on both media, by medians of the repeats. */
  static List<BenchmarkCase> of(List<BenchmarkCase> rows) {
    List<DfsioCase> cases =
        rows.stream().flatMap(row -> DfsioCase.parse(row.name()).stream()).distinct().toList();
    List<BenchmarkCase> comparisons = new ArrayList<>();
    for (DfsioPattern pattern : DfsioPattern.values()) {
      for (Side side : List.of(Side.STOCK, Side.OURS)) {
        Optional<String> ssd = fastest(rows, cases, WriteMedia.SSD, pattern, side);
        Optional<String> hdd = fastest(rows, cases, WriteMedia.HDD, pattern, side);
        ssd.flatMap(of -> hdd.flatMap(to -> RowRatio.of(rows, of, to, side, METRIC)))
            .ifPresent(
                found -> {
                  Map<String, Double> metrics = new LinkedHashMap<>();
                  found.putInto(metrics, RATIO);
                  metrics.put(STUDY_RATIO, ofStudy(pattern));
                  comparisons.add(
                      new BenchmarkCase("ssd / hdd, " + pattern.label(), side, 1, metrics));
                });
      }
    }
    return comparisons;
  }

  private static double ofStudy(DfsioPattern pattern) {
    return switch (pattern) {
      case WRITE -> 2.5;
      case SEQUENTIAL -> 7;
      // given as one, "random read": 1,600 to 300 MB/s
      case RANDOM, BACKWARD, SKIP -> 1600 / 300.0;
    };
  }

  /** The name of the case with the greatest median. */
  private static Optional<String> fastest(
      List<BenchmarkCase> rows,
      List<DfsioCase> cases,
      WriteMedia media,
      DfsioPattern pattern,
      Side side) {
    return cases.stream()
        .filter(one -> one.media() == media && one.pattern() == pattern)
        .map(DfsioCase::name)
        .filter(name -> Double.isFinite(RowMedians.of(rows, name, side, METRIC)))
        .max(Comparator.comparingDouble(name -> RowMedians.of(rows, name, side, METRIC)));
  }
}
