package org.tieredhdfs.bench.study;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.bench.experiment.RowMedians;
import org.tieredhdfs.bench.experiment.RowRatio;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Side;

/**
 * The ratios of throughput of the study of flash arrays beside those here: of flash to hard disks,
 * each at the threads and RegionServers with which it is fastest, and of more RegionServers on a
 * node to fewer.
 *
 * @param side whose
 * @param rows that were measured
 * @param cases of the rows
 */
record FlashComparison(Side side, List<BenchmarkCase> rows, List<FlashCase> cases) {
  private static final String METRIC = "steadyOpsPerSec";

  /** Of updates with scans at 16 threads: with more, HBase broke. It gives no ratio of the rest. */
  private static final Map<FlashCase.Workload, Double> FLASH_BY_DISKS =
      Map.of(
          FlashCase.Workload.LOAD, 1.3,
          FlashCase.Workload.E, 6.5,
          FlashCase.Workload.INSERT_READ, 3.0,
          FlashCase.Workload.UPDATE_SCAN, 1.3);

  /** From two servers a node to four, of scans: none with few threads, 20 % a server with many. */
  private static final Map<Integer, Double> FOUR_BY_TWO = Map.of(64, 1.0, 1024, 1.44);

  /** A row for each ratio of which both sides were measured, by medians of the repeats. */
  static List<BenchmarkCase> of(List<BenchmarkCase> rows) {
    List<FlashCase> cases =
        rows.stream().flatMap(row -> FlashCase.parse(row.name()).stream()).distinct().toList();
    List<BenchmarkCase> compared = new ArrayList<>();
    for (Side side : List.of(Side.STOCK, Side.OURS)) {
      FlashComparison comparison = new FlashComparison(side, rows, cases);
      comparison.media(compared);
      comparison.servers(compared);
    }
    return compared;
  }

  private void media(List<BenchmarkCase> compared) {
    for (int millions : cases.stream().map(FlashCase::millions).distinct().sorted().toList()) {
      for (FlashCase.Workload workload : FlashCase.Workload.values()) {
        Optional<FlashCase> flash = fastest(FlashCase.Media.FLASH, workload, millions);
        Optional<FlashCase> disks = fastest(FlashCase.Media.DISKS, workload, millions);
        if (flash.isPresent() && disks.isPresent()) {
          String name = "flash / disks, " + workload.label() + ", " + millions + "m";
          add(compared, name, flash.get(), disks.get(), FLASH_BY_DISKS.get(workload));
        }
      }
    }
  }

  private Optional<FlashCase> fastest(
      FlashCase.Media media, FlashCase.Workload workload, int millions) {
    return cases.stream()
        .filter(one -> one.media() == media && one.workload() == workload)
        .filter(one -> one.millions() == millions && Double.isFinite(median(one)))
        .max(Comparator.comparingDouble(this::median));
  }

  private double median(FlashCase one) {
    return RowMedians.of(rows, one.name(), side, METRIC);
  }

  /** The study has such ratios of scans only. */
  private void servers(List<BenchmarkCase> compared) {
    List<Integer> counts =
        cases.stream().map(FlashCase::regionServers).distinct().sorted().toList();
    for (FlashCase more : cases) {
      int index = counts.indexOf(more.regionServers());
      if (more.media() == FlashCase.Media.FLASH
          && more.workload() == FlashCase.Workload.E
          && index > 0) {
        int fewer = counts.get(index - 1);
        boolean isOfStudy = more.regionServers() == 4 && fewer == 2 && more.millions() == 10;
        add(
            compared,
            more.name() + " / rs" + fewer,
            more,
            new FlashCase(more.media(), more.workload(), more.millions(), more.threads(), fewer),
            isOfStudy ? FOUR_BY_TWO.get(more.threads()) : null);
      }
    }
  }

  private void add(
      List<BenchmarkCase> compared,
      String name,
      FlashCase of,
      FlashCase to,
      @Nullable Double study) {
    RowRatio.of(rows, of.name(), to.name(), side, METRIC)
        .ifPresent(
            found -> {
              Map<String, Double> metrics = new LinkedHashMap<>();
              found.putInto(metrics, "opsRatio");
              if (study != null) {
                metrics.put("studyOpsRatio", study);
              }
              compared.add(new BenchmarkCase(name, side, 1, metrics));
            });
  }
}
