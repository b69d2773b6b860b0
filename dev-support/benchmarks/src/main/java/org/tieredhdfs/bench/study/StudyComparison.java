package org.tieredhdfs.bench.study;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tieredhdfs.bench.rows.RowMedians;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Side;
import org.tieredhdfs.ycsb.study.StudyCase;
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
        double value =
            opsPerSec(rows, ratio.faster(), side) / opsPerSec(rows, ratio.slower(), side);
        if (Double.isFinite(value)) {
          Map<String, Double> metrics = new LinkedHashMap<>();
          metrics.put(RATIO, value);
          metrics.put(STUDY_RATIO, ratio.opsRatio());
          comparisons.add(new BenchmarkCase(ratio.title(), side, 1, metrics));
        }
      }
    }
    return comparisons;
  }

  private static double opsPerSec(List<BenchmarkCase> rows, StudyCase study, Side side) {
    return RowMedians.of(rows, study.caseName(), side, "opsPerSec");
  }
}
