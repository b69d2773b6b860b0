package org.tieredhdfs.bench.study;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.bench.BenchPlan;
import org.tieredhdfs.bench.experiment.BenchOptions;
import org.tieredhdfs.bench.experiment.Outcome;
import org.tieredhdfs.bench.experiment.RowRatio;
import org.tieredhdfs.linux.LinuxTool;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Side;
import org.tieredhdfs.ycsb.binding.TableLayout;
import org.tieredhdfs.ycsb.study.StudyCase;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What compression buys on slow media. */
@Command(
    name = "ycsb-compression",
    sortOptions = false,
    description = {
      "Loads HBase with YCSB on emulated hard disks (root, Linux 6.2), without compression, with"
          + " HBase's compression of compacted files, of all files of the table or of the"
          + " write-ahead log, and on btrfs with its compression and without, with Apache Hadoop"
          + " and HBase"
          + " and with this project.",
      "The cases are hdd-none, hdd-compacted-gz and so on, or all; --seconds means nothing here."
          + " Those on btrfs are skipped where there is no mkfs.btrfs. With --quick clusters are not"
          + " warmed up. A run that was interrupted goes on with --resume."
    })
public final class CompressedLoads extends YcsbExperiment<Compression> {
  private static final StudyScale USUAL = new StudyScale(1.0 / 64, 2);
  private static final int WARM_UP_RECORDS = 20_000;

  /** Values are decimal digits: by default they are random bytes, which compress worse. */
  private static final Map<String, String> COMPRESSIBLE = Map.of("dataintegrity", "true");

  /** What is compared. */
  private record Figure(String ratio, ToDoubleFunction<BenchmarkCase> of) {}

  private static final List<Figure> FIGURES =
      List.of(
          new Figure("opsRatio", row -> metric(row, "opsPerSec")),
          // the first case of a cluster compiles for those after it
          new Figure(
              "cpuRatio",
              row -> metric(row, "allDaemonsCpuPerOpUs") - metric(row, "compilersCpuPerOpUs")),
          // of an average disk; all cases have equally many of them, and of records
          new Figure(
              "writtenRatio", row -> metric(row, "diskWriteMbPerSec") * metric(row, "runTimeMs")));

  @Option(
      names = "--regions",
      paramLabel = "N",
      description = "regions of the table; default: 2, with --quick 1")
  private @Nullable Integer regions;

  public CompressedLoads() {
    super(
        new BenchOptions("ycsb-compression", BenchOptions.Defaults.ofStudy(1, 1)),
        Compression::caseName,
        "opsPerSec",
        "longestStallMs",
        "opsRatio",
        "cpuRatio",
        "writtenRatio");
  }

  private StudyScale studyScale() {
    StudyScale usual = isQuick() ? StudyScale.QUICK : USUAL;
    return new StudyScale(or(data, usual.data()), or(regions, usual.maxRegions()));
  }

  @Override
  protected List<Compression> cases() {
    return List.of(Compression.values());
  }

  @Override
  protected String clusterOf(Compression one) {
    return one.clusterKey();
  }

  @Override
  protected String lacking(Compression one) {
    String tool = one.fileSystem().tool();
    return LinuxTool.isInstalled(tool) ? "" : "there is no " + tool + " on this machine";
  }

  @Override
  StudyCase mediaOf(Compression one) {
    return Compression.ON_HARD_DISKS;
  }

  @Override
  protected String scale(BenchPlan plan) {
    return studyScale().text();
  }

  @Override
  StudySite site(Compression one, Side side, BenchPlan plan) {
    return new StudySite(
        Compression.ON_HARD_DISKS,
        side,
        studyScale(),
        plan.home(),
        1,
        one.siteSettings(),
        one.fileSystem());
  }

  @Override
  void warmUp(MeasuredYcsb ycsb, Setting<Compression> setting)
      throws IOException, ClusterException, InterruptedException {
    int repeat = setting.repeat();
    TableLayout layout = setting.first().layout("warm-up-" + repeat, studyScale());
    ycsb.load("warm-up", repeat, WARM_UP_RECORDS, layout, COMPRESSIBLE);
  }

  @Override
  Outcome load(MeasuredYcsb ycsb, Compression one, BenchPlan plan, int repeat)
      throws IOException, ClusterException, InterruptedException {
    TableLayout layout = one.layout(one.caseName() + "-" + repeat, studyScale());
    long records = studyScale().records(Compression.ON_HARD_DISKS);
    return ycsb.load(one.caseName(), repeat, records, layout, COMPRESSIBLE);
  }

  /**
   * Throughput, processor time and what disks had to write, each by that of the case without; by
   * medians of the repeats.
   */
  @Override
  protected List<BenchmarkCase> compared(List<BenchmarkCase> rows) {
    List<BenchmarkCase> compared = new ArrayList<>();
    String none = Compression.NONE.caseName();
    for (Side side : BenchOptions.BOTH) {
      for (Compression one : Compression.values()) {
        Map<String, Double> metrics = new LinkedHashMap<>();
        for (Figure figure : FIGURES) {
          RowRatio.of(rows, one.caseName(), none, side, figure.of())
              .ifPresent(found -> found.putInto(metrics, figure.ratio()));
        }
        if (one != Compression.NONE && !metrics.isEmpty()) {
          compared.add(new BenchmarkCase(one.caseName() + " / " + none, side, 1, metrics));
        }
      }
    }
    return compared;
  }
}
