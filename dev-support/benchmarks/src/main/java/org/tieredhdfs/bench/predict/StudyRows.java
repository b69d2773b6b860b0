package org.tieredhdfs.bench.predict;

import java.util.List;
import org.tieredhdfs.bench.Medians;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Side;
import org.tieredhdfs.ycsb.study.StudyCase;

/** The rows of a report of {@code bench ycsb}. */
public record StudyRows(List<BenchmarkCase> rows) {

  /** Each repeat; empty if there is none. */
  public List<Double> values(StudyCase study, Side side, String metric) {
    return rows.stream()
        .filter(row -> row.name().equals(study.caseName()) && row.side() == side)
        .filter(row -> row.metrics().containsKey(metric))
        .map(row -> row.metrics().getOrDefault(metric, Double.NaN))
        .toList();
  }

  /** NaN if there is none. */
  public double median(StudyCase study, Side side, String metric) {
    return Medians.of(values(study, side, metric));
  }
}
