package org.tieredhdfs.bench.study;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tieredhdfs.bench.rows.RowRatio;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Side;
import org.tieredhdfs.ycsb.study.StudyResults;

/** The study's ratios of throughput beside those of the same cases here. */
final class StudyComparison {
  static final String RATIO = "opsRatio";
  static final String STUDY_RATIO = "studyOpsRatio";

  private StudyComparison() {}

  /** A row for each ratio of which both cases were measured, by medians of the repeats. */
  static List<BenchmarkCase> of(List<BenchmarkCase> rows) {
    List<BenchmarkCase> comparisons = new ArrayList<>();
    for (StudyResults.Ratio ratio : StudyResults.ratios()) {
      for (Side side : List.of(Side.STOCK, Side.OURS)) {
        RowRatio.of(rows, ratio.faster().caseName(), ratio.slower().caseName(), side, "opsPerSec")
            .ifPresent(
                found -> {
                  Map<String, Double> metrics = new LinkedHashMap<>();
                  found.putInto(metrics, RATIO);
                  metrics.put(STUDY_RATIO, ratio.opsRatio());
                  comparisons.add(new BenchmarkCase(ratio.title(), side, 1, metrics));
                });
      }
    }
    return comparisons;
  }
}
