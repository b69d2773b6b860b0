package org.tieredhdfs.bench.study;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.bench.BenchPlan;
import org.tieredhdfs.bench.experiment.BenchOptions;
import org.tieredhdfs.bench.experiment.Outcome;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Side;
import org.tieredhdfs.ycsb.binding.TableLayout;
import org.tieredhdfs.ycsb.run.YcsbPhase;
import org.tieredhdfs.ycsb.run.YcsbSettings;
import org.tieredhdfs.ycsb.study.StudyCase;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The workloads of the study of flash arrays of 2013 on SSDs and hard disks. A load makes a new
 * table; the mixes after it run on that table one after the other. Used by one thread.
 */
@Command(
    name = "ycsb-flash",
    sortOptions = false,
    description = {
      "Repeats the YCSB part of the study of flash arrays of 2013, scaled to one machine with"
          + " emulated media (root, Linux 6.2): loads, scans, and mixes of inserts or updates with"
          + " reads or scans, with few and many threads, with one RegionServer on the machine and"
          + " several, with Apache Hadoop and HBase and with this project.",
      "A case is called flash-e-10m-256-rs2: 10 million records, 256 threads, 2 RegionServers."
          + " Cases on hard disks begin with disks. --cases also takes the beginnings of names,"
          + " such as disks or flash-insert55-read45. A mix runs for --seconds. With --quick"
          + " clusters are not warmed up. A run that was interrupted goes on with --resume."
    })
public final class FlashLoads extends YcsbExperiment<FlashCase> {
  /** Beyond the time that is measured: threads end with the operations that they have begun. */
  private static final Duration END_LIMIT = Duration.ofMinutes(20);

  /** YCSB counts its time from before its threads are there; a thousand take some seconds. */
  private static final int START_MS_A_THREAD = 25;

  private static final int WARM_UP_SECONDS = 10;
  private static final int WARM_UP_MILLIONS = 2;

  /** Each of a thousand threads has a stack and buffers. */
  private static final List<String> CLIENT_MEMORY = List.of("-Xmx2g");

  @Option(
      names = "--records",
      paramLabel = "M[,...]",
      split = ",",
      description =
          "how many millions of records the dataset has in the study; default: 10,30, with"
              + " --quick 10")
  private @Nullable List<Integer> millions;

  @Option(
      names = "--threads",
      paramLabel = "N[,...]",
      split = ",",
      description = "how many threads the client has; default: 64,256,1024, with --quick 64")
  private @Nullable List<Integer> threads;

  @Option(
      names = "--region-servers",
      paramLabel = "N[,...]",
      split = ",",
      description =
          "how many RegionServers this machine has in the cases on SSDs; default: 1,2,4, with"
              + " --quick 1")
  private @Nullable List<Integer> regionServers;

  /** Of the records of the table that there is. */
  private int loadedMillions;

  public FlashLoads() {
    super(
        new BenchOptions("ycsb-flash", BenchOptions.Defaults.ofStudy(20, 10)),
        FlashCase::name,
        "steadyOpsPerSec",
        "insertP99Us",
        "scanP99Us",
        "longestStallMs",
        "opsRatio",
        "studyOpsRatio");
  }

  private FlashScale flashScale() {
    FlashScale usual = isQuick() ? FlashScale.QUICK : FlashScale.USUAL;
    return new FlashScale(
        or(data, usual.data()),
        or(millions, usual.millions()),
        or(threads, usual.threads()),
        or(regionServers, usual.regionServers()));
  }

  @Override
  protected List<FlashCase> cases() {
    return FlashCase.all(flashScale());
  }

  @Override
  protected String clusterOf(FlashCase one) {
    return one.cluster();
  }

  @Override
  StudyCase mediaOf(FlashCase one) {
    return one.media().site();
  }

  @Override
  protected String scale(BenchPlan plan) {
    return flashScale().text();
  }

  @Override
  protected List<BenchmarkCase> compared(List<BenchmarkCase> rows) {
    return FlashComparison.of(rows);
  }

  @Override
  StudySite site(FlashCase one, Side side, BenchPlan plan) {
    return flashScale().site(one, side, plan.home());
  }

  /** Loads and scans a small table, so that servers have compiled what they run. */
  @Override
  void warmUp(MeasuredYcsb ycsb, Setting<FlashCase> setting)
      throws IOException, ClusterException, InterruptedException {
    FlashCase first = setting.first();
    FlashCase load =
        new FlashCase(
            first.media(),
            FlashCase.Workload.LOAD,
            WARM_UP_MILLIONS,
            MeasuredYcsb.LOAD_THREADS,
            first.regionServers());
    String label = "warm-up-" + load.cluster() + "-" + setting.repeat();
    newTable(ycsb, load, label);
    ycsb.run(client(ycsb, load, setting.plan(), label));
    FlashCase scans = load.with(FlashCase.Workload.E, load.threads());
    ycsb.run(
        client(ycsb, scans, setting.plan(), label + "-e")
            .withProperty("maxexecutiontime", Integer.toString(WARM_UP_SECONDS)));
    ycsb.dropTable();
  }

  /** With nothing of the table in the page cache if it is a mix. */
  @Override
  Outcome load(MeasuredYcsb ycsb, FlashCase one, BenchPlan plan, int repeat)
      throws IOException, ClusterException, InterruptedException {
    String label = one.name() + "-" + repeat;
    long startMs = System.currentTimeMillis();
    if (one.workload() == FlashCase.Workload.LOAD) {
      newTable(ycsb, one, label);
    } else {
      if (!ycsb.hasTable() || loadedMillions != one.millions()) {
        // the load was measured earlier
        FlashCase load = one.with(FlashCase.Workload.LOAD, MeasuredYcsb.LOAD_THREADS);
        String records = "records-of-" + label;
        ycsb.waitsFor("records for " + one.name());
        newTable(ycsb, load, records);
        ycsb.run(client(ycsb, load, plan, records));
      }
      ycsb.settle();
      startMs = System.currentTimeMillis();
    }
    return ycsb.measure(one.name(), repeat, client(ycsb, one, plan, label), startMs);
  }

  private void newTable(MeasuredYcsb ycsb, FlashCase load, String name) throws IOException {
    ycsb.newTable(TableLayout.of(name, MeasuredYcsb.FAMILY, flashScale().regions(load)));
    loadedMillions = load.millions();
  }

  private YcsbSettings client(MeasuredYcsb ycsb, FlashCase one, BenchPlan plan, String label) {
    boolean loads = one.workload() == FlashCase.Workload.LOAD;
    FlashCase.Workload workload = one.workload();
    long records = flashScale().records(one);
    YcsbSettings settings =
        ycsb.settings(
                label,
                loads ? YcsbPhase.LOAD : YcsbPhase.RUN,
                workload.profile(),
                workload.properties())
            .withRecords(records)
            .withThreads(one.threads())
            .withJvmArgs(CLIENT_MEMORY);
    int limitSec = plan.seconds() + one.threads() * START_MS_A_THREAD / 1_000;
    // a mix has as many operations as records, or as many as there is time for
    return loads
        ? settings.withTimeout(MeasuredYcsb.LOAD_LIMIT)
        : settings
            .withOperations(records)
            .withProperty("maxexecutiontime", Integer.toString(limitSec))
            .withTimeout(END_LIMIT.plusSeconds(limitSec));
  }
}
