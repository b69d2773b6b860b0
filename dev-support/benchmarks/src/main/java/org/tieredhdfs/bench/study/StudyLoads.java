package org.tieredhdfs.bench.study;

import static org.tieredhdfs.bench.study.YcsbExperiment.metric;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.tieredhdfs.bench.rows.ResumableRun;
import org.tieredhdfs.bench.rows.RowRatio;
import org.tieredhdfs.bench.rows.RunRecord;
import org.tieredhdfs.bench.rows.ScaledRun;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Side;
import org.tieredhdfs.ycsb.binding.TableLayout;
import org.tieredhdfs.ycsb.study.StudyCase;
import org.tieredhdfs.ycsb.study.StudyResults;

/** The loads of the study of 2016: what a mix of media gains. */
public final class StudyLoads {
  /** Too few to have all hot code compiled: what an operation costs is seen after more. */
  public static final int USUAL_WARM_UP_RECORDS = 20_000;

  private StudyLoads() {}

  /**
   * @param warmUpRecords how many records each cluster loads first; 0 for none
   * @param names of the cases that are asked for; empty or {@code all} for all
   * @throws IllegalArgumentException if there is no such case
   */
  public static YcsbExperiment<StudyCase> of(
      ScaledRun scaled, StudyScale scale, int warmUpRecords, List<String> names) {
    return new YcsbExperiment<>(
        new RunRecord.Kind(
            "ycsb",
            scaleText(scaled, scale, warmUpRecords),
            StudyCase.names()::contains,
            StudyLoads::ratios),
        new ResumableRun.Cases<>(cases(names), StudyCase::caseName, StudySite::key),
        (one, side) -> StudySite.of(one, side, scale, scaled.home()),
        (ycsb, first, repeat) -> {
          if (warmUpRecords > 0) {
            load(ycsb, "warm-up", repeat, warmUpRecords, 1);
          }
        },
        (ycsb, one, repeat) ->
            load(ycsb, one.caseName(), repeat, scale.records(one), scale.regions(one)),
        StudyLoads::figures);
  }

  /** By what rows can be compared. */
  static String scaleText(ScaledRun scaled, StudyScale scale, int warmUpRecords) {
    String text = scaled.text(scale.text(), warmUpRecords > 0);
    return warmUpRecords == 0 || warmUpRecords == USUAL_WARM_UP_RECORDS
        ? text
        : text + ", warmed up by " + warmUpRecords + " records";
  }

  private static List<StudyCase> cases(List<String> names) {
    return names.isEmpty() || names.equals(List.of("all"))
        ? List.of(StudyCase.values())
        : names.stream().map(StudyCase::named).distinct().toList();
  }

  private static RunRecord.Outcome load(
      MeasuredYcsb ycsb, String name, int repeat, long records, int regions)
      throws IOException, ClusterException, InterruptedException {
    TableLayout layout = TableLayout.of(name + "-" + repeat, MeasuredYcsb.FAMILY, regions);
    return ycsb.load(name, repeat, records, layout, Map.of());
  }

  /** The study's ratios beside those of the same cases here, by medians of the repeats. */
  static List<BenchmarkCase> ratios(List<BenchmarkCase> rows) {
    List<BenchmarkCase> compared = new ArrayList<>();
    for (StudyResults.Ratio ratio : StudyResults.ratios()) {
      for (Side side : List.of(Side.STOCK, Side.OURS)) {
        RowRatio.of(rows, ratio.faster().caseName(), ratio.slower().caseName(), side, "opsPerSec")
            .ifPresent(
                found -> {
                  Map<String, Double> metrics = new LinkedHashMap<>();
                  found.putInto(metrics, "opsRatio");
                  metrics.put("studyOpsRatio", ratio.opsRatio());
                  compared.add(new BenchmarkCase(ratio.title(), side, 1, metrics));
                });
      }
    }
    return compared;
  }

  private static String figures(BenchmarkCase row) {
    return String.format(
        Locale.ROOT,
        "%,10.0f ops/s, insert p99 %,.1f ms, longest stall %.1f s",
        metric(row, "opsPerSec"),
        metric(row, "insertP99Us") / 1_000,
        metric(row, "longestStallMs") / 1_000);
  }
}
