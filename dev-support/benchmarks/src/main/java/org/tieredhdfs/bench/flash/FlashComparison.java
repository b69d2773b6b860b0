package org.tieredhdfs.bench.flash;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.bench.rows.RowMedians;
import org.tieredhdfs.bench.rows.RowRatio;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Side;

/**
 * The study's ratios of throughput beside those here: of flash to hard disks, each at the threads
 * and RegionServers with which it is fastest, and of more RegionServers on a node to fewer.
 */
final class FlashComparison {
  static final String RATIO = "opsRatio";
  static final String STUDY_RATIO = "studyOpsRatio";
  private static final String METRIC = "steadyOpsPerSec";

  /** Of updates with scans at 16 threads: with more, HBase broke. It gives no ratio of the rest. */
  private static final Map<FlashWorkload, Double> FLASH_BY_DISKS =
      Map.of(
          FlashWorkload.LOAD,
          1.3,
          FlashWorkload.E,
          6.5,
          FlashWorkload.INSERT_READ,
          3.0,
          FlashWorkload.UPDATE_SCAN,
          1.3);

  /** From two servers a node to four, of scans: none with few threads, 20 % a server with many. */
  private static final Map<Integer, Double> FOUR_BY_TWO = Map.of(64, 1.0, 1024, 1.44);

  private final List<BenchmarkCase> rows;
  private final List<FlashCase> cases;

  private FlashComparison(List<BenchmarkCase> rows) {
    this.rows = rows;
    cases = rows.stream().flatMap(row -> FlashCase.parse(row.name()).stream()).distinct().toList();
  }

  /** A row for each ratio of which both sides were measured, by medians of the repeats. */
  static List<BenchmarkCase> of(List<BenchmarkCase> rows) {
    FlashComparison comparison = new FlashComparison(rows);
    List<BenchmarkCase> compared = new ArrayList<>();
    for (Side side : List.of(Side.STOCK, Side.OURS)) {
      comparison.media(side, compared);
      comparison.servers(side, compared);
    }
    return compared;
  }

  private void media(Side side, List<BenchmarkCase> compared) {
    for (int millions : cases.stream().map(FlashCase::millions).distinct().sorted().toList()) {
      for (FlashWorkload workload : FlashWorkload.values()) {
        add(
            compared,
            "flash / disks, " + workload.label() + ", " + millions + "m",
            side,
            fastest(FlashMedia.FLASH, workload, millions, side),
            fastest(FlashMedia.DISKS, workload, millions, side),
            FLASH_BY_DISKS.get(workload));
      }
    }
  }

  private Optional<FlashCase> fastest(
      FlashMedia media, FlashWorkload workload, int millions, Side side) {
    return cases.stream()
        .filter(one -> one.media() == media && one.workload() == workload)
        .filter(one -> one.millions() == millions && Double.isFinite(median(one, side)))
        .max(Comparator.comparingDouble(one -> median(one, side)));
  }

  /** The study has such ratios of scans only. */
  private void servers(Side side, List<BenchmarkCase> compared) {
    List<Integer> counts =
        cases.stream().map(FlashCase::regionServers).distinct().sorted().toList();
    for (FlashCase more : cases) {
      int index = counts.indexOf(more.regionServers());
      if (more.media() == FlashMedia.FLASH && more.workload() == FlashWorkload.E && index > 0) {
        int fewer = counts.get(index - 1);
        boolean isOfStudy = more.regionServers() == 4 && fewer == 2 && more.millions() == 10;
        add(
            compared,
            more.name() + " / rs" + fewer,
            side,
            Optional.of(more),
            Optional.of(
                new FlashCase(
                    more.media(), more.workload(), more.millions(), more.threads(), fewer)),
            isOfStudy ? FOUR_BY_TWO.get(more.threads()) : null);
      }
    }
  }

  private double median(FlashCase one, Side side) {
    return RowMedians.of(rows, one.name(), side, METRIC);
  }

  private void add(
      List<BenchmarkCase> compared,
      String name,
      Side side,
      Optional<FlashCase> of,
      Optional<FlashCase> to,
      @Nullable Double study) {
    of.flatMap(above -> to.flatMap(below -> ratio(above, below, side)))
        .ifPresent(
            found -> {
              Map<String, Double> metrics = new LinkedHashMap<>();
              found.putInto(metrics, RATIO);
              if (study != null) {
                metrics.put(STUDY_RATIO, study);
              }
              compared.add(new BenchmarkCase(name, side, 1, metrics));
            });
  }

  private Optional<RowRatio> ratio(FlashCase of, FlashCase to, Side side) {
    return RowRatio.of(rows, of.name(), to.name(), side, METRIC);
  }
}
