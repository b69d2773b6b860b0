package org.tieredhdfs.bench.study;

import static org.tieredhdfs.bench.study.YcsbExperiment.metric;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.tieredhdfs.bench.BenchPlan;
import org.tieredhdfs.bench.rows.ResumableRun;
import org.tieredhdfs.bench.rows.RunRecord;
import org.tieredhdfs.bench.rows.ScaledRun;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.ycsb.binding.TableLayout;
import org.tieredhdfs.ycsb.run.YcsbPhase;
import org.tieredhdfs.ycsb.run.YcsbSettings;

/**
 * The workloads of the study of flash arrays of 2013 on SSDs and hard disks. A load makes a new
 * table; the mixes after it run on that table one after the other. Used by one thread.
 */
public final class FlashMixes {
  /** Beyond the time that is measured: threads end with the operations that they have begun. */
  private static final Duration END_LIMIT = Duration.ofMinutes(20);

  /** YCSB counts its time from before its threads are there; a thousand take some seconds. */
  private static final int START_MS_A_THREAD = 25;

  private static final int WARM_UP_SECONDS = 10;
  private static final int WARM_UP_MILLIONS = 2;

  /** Each of a thousand threads has a stack and buffers. */
  private static final List<String> CLIENT_MEMORY = List.of("-Xmx2g");

  private final FlashScale scale;
  private final int seconds;

  /** Of the records of the table that there is. */
  private int loadedMillions;

  private FlashMixes(FlashScale scale, int seconds) {
    this.scale = scale;
    this.seconds = seconds;
  }

  /**
   * @param warmUp whether each cluster first does what is not measured, so that code is compiled
   * @throws IllegalArgumentException if the plan names a case that there is not
   */
  public static YcsbExperiment<FlashCase> of(
      BenchPlan plan, ScaledRun scaled, FlashScale scale, boolean warmUp) {
    FlashMixes mixes = new FlashMixes(scale, plan.seconds());
    return new YcsbExperiment<>(
        new RunRecord.Kind(
            "ycsb-flash",
            scaled.text(scale.text(), warmUp),
            name -> FlashCase.parse(name).isPresent(),
            FlashComparison::of),
        new ResumableRun.Cases<>(
            FlashCase.named(plan.cases(), scale), FlashCase::name, FlashCase::cluster),
        (one, side) -> scale.site(one, side, scaled.home()),
        (ycsb, first, repeat) -> {
          if (warmUp) {
            mixes.warmUp(ycsb, first, repeat);
          }
        },
        mixes::measure,
        FlashMixes::figures);
  }

  /** Loads and scans a small table, so that servers have compiled what they run. */
  private void warmUp(MeasuredYcsb ycsb, FlashCase first, int repeat)
      throws IOException, ClusterException, InterruptedException {
    FlashCase load =
        new FlashCase(
            first.media(),
            FlashCase.Workload.LOAD,
            WARM_UP_MILLIONS,
            MeasuredYcsb.LOAD_THREADS,
            first.regionServers());
    String label = "warm-up-" + load.cluster() + "-" + repeat;
    newTable(ycsb, load, label);
    ycsb.run(client(ycsb, load, label));
    FlashCase scans = load.with(FlashCase.Workload.E, load.threads());
    ycsb.run(
        client(ycsb, scans, label + "-e")
            .withProperty("maxexecutiontime", Integer.toString(WARM_UP_SECONDS)));
    ycsb.dropTable();
  }

  /** With nothing of the table in the page cache if it is a mix. */
  private RunRecord.Outcome measure(MeasuredYcsb ycsb, FlashCase one, int repeat)
      throws IOException, ClusterException, InterruptedException {
    String label = one.name() + "-" + repeat;
    long startMs = System.currentTimeMillis();
    if (one.workload() == FlashCase.Workload.LOAD) {
      newTable(ycsb, one, label);
    } else {
      if (!ycsb.hasTable() || loadedMillions != one.millions()) {
        loadUnmeasured(ycsb, one, repeat);
      }
      ycsb.settle();
      startMs = System.currentTimeMillis();
    }
    return ycsb.measure(one.name(), repeat, client(ycsb, one, label), startMs);
  }

  /** If the load was measured earlier. */
  private void loadUnmeasured(MeasuredYcsb ycsb, FlashCase one, int repeat)
      throws IOException, ClusterException, InterruptedException {
    FlashCase load = one.with(FlashCase.Workload.LOAD, MeasuredYcsb.LOAD_THREADS);
    String label = "records-of-" + one.name() + "-" + repeat;
    ycsb.waitsFor("records for " + one.name());
    newTable(ycsb, load, label);
    ycsb.run(client(ycsb, load, label));
  }

  private void newTable(MeasuredYcsb ycsb, FlashCase load, String name) throws IOException {
    ycsb.newTable(TableLayout.of(name, MeasuredYcsb.FAMILY, scale.regions(load)));
    loadedMillions = load.millions();
  }

  private YcsbSettings client(MeasuredYcsb ycsb, FlashCase one, String label) {
    boolean loads = one.workload() == FlashCase.Workload.LOAD;
    FlashCase.Workload workload = one.workload();
    YcsbSettings settings =
        ycsb.settings(
                label,
                loads ? YcsbPhase.LOAD : YcsbPhase.RUN,
                workload.profile(),
                workload.properties())
            .withRecords(scale.records(one))
            .withThreads(one.threads())
            .withJvmArgs(CLIENT_MEMORY);
    int limitSec = seconds + one.threads() * START_MS_A_THREAD / 1_000;
    // a mix has as many operations as records, or as many as there is time for
    return loads
        ? settings.withTimeout(MeasuredYcsb.LOAD_LIMIT)
        : settings
            .withOperations(scale.records(one))
            .withProperty("maxexecutiontime", Integer.toString(limitSec))
            .withTimeout(END_LIMIT.plusSeconds(limitSec));
  }

  private static String figures(BenchmarkCase row) {
    return String.format(
        Locale.ROOT,
        "%,8.0f ops/s, longest stall %.1f s, CPU %.0f %%",
        metric(row, "steadyOpsPerSec"),
        metric(row, "longestStallMs") / 1_000,
        metric(row, "cpuUserPercent") + metric(row, "cpuSystemPercent"));
  }
}
