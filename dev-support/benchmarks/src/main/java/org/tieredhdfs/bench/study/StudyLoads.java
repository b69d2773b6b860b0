package org.tieredhdfs.bench.study;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.bench.BenchPlan;
import org.tieredhdfs.bench.experiment.BenchOptions;
import org.tieredhdfs.bench.experiment.Outcome;
import org.tieredhdfs.bench.experiment.RowRatio;
import org.tieredhdfs.bench.study.page.StudyDocument;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Report;
import org.tieredhdfs.report.Side;
import org.tieredhdfs.ycsb.binding.TableLayout;
import org.tieredhdfs.ycsb.study.StudyCase;
import org.tieredhdfs.ycsb.study.StudyResults;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The loads of the study of 2016: what a mix of media gains. */
@Command(
    name = "ycsb",
    sortOptions = false,
    description = {
      "Repeats the study of 2016, scaled to one machine with emulated media (root,"
          + " Linux 6.2): loads HBase with YCSB on memory, SSDs, hard disks and mixes of"
          + " them, with Apache Hadoop and HBase and with this project, and compares the"
          + " throughput of the mixes with the study's.",
      "The cases are those of ycsb-profiles/profiles: 50G_RAM, 1T_SSD_HDD and so on, or all, once"
          + " on each side; --seconds means nothing here. With --quick clusters are not warmed up."
          + " A run that was interrupted goes on with --resume."
    })
public final class StudyLoads extends YcsbExperiment<StudyCase> {
  /** Too few to have all hot code compiled: what an operation costs is seen after more. */
  static final int USUAL_WARM_UP_RECORDS = 20_000;

  @Option(
      names = "--regions",
      paramLabel = "N",
      description = "regions of the table at most; default: 4, with --quick 1")
  @Nullable Integer regions;

  @Option(
      names = "--warm-up",
      paramLabel = "N",
      description =
          "how many records each cluster loads before it is measured, so that the daemons have"
              + " compiled their code; 0 for none; default: 20000, with --quick 0")
  @Nullable Integer warmUpRecords;

  @Option(
      names = "--page",
      paramLabel = "FILE",
      description =
          "writes the figures as a page of the documentation, and its plot as images/NAME.png"
              + " beside it; with --resume and nothing left to measure that is all")
  private @Nullable Path page;

  public StudyLoads() {
    super(
        new BenchOptions("ycsb", BenchOptions.Defaults.ofStudy(1, 1)),
        StudyCase::caseName,
        "opsPerSec",
        "insertP99Us",
        "longestStallMs",
        "opsRatio",
        "studyOpsRatio");
  }

  private StudyScale studyScale() {
    StudyScale usual = isQuick() ? StudyScale.QUICK : StudyScale.USUAL;
    return new StudyScale(or(data, usual.data()), or(regions, usual.maxRegions()));
  }

  private int warmUpRecords() {
    int asked = or(warmUpRecords, isQuick() ? 0 : USUAL_WARM_UP_RECORDS);
    if (asked < 0) {
      throw new IllegalArgumentException("--warm-up: " + asked + " is not 0 or more");
    }
    return asked;
  }

  @Override
  protected List<StudyCase> cases() {
    return List.of(StudyCase.values());
  }

  @Override
  StudyCase mediaOf(StudyCase one) {
    return one;
  }

  @Override
  protected String scale(BenchPlan plan) {
    return studyScale().text();
  }

  @Override
  protected String scaleText(BenchPlan plan) {
    int records = warmUpRecords();
    String text = super.scaleText(plan);
    return records == 0 || records == USUAL_WARM_UP_RECORDS
        ? text
        : text + ", warmed up by " + records + " records";
  }

  @Override
  boolean warmsUp() {
    return warmUpRecords() > 0;
  }

  @Override
  StudySite site(StudyCase one, Side side, BenchPlan plan) {
    return StudySite.of(one, side, studyScale(), plan.home());
  }

  @Override
  void warmUp(MeasuredYcsb ycsb, Setting<StudyCase> setting)
      throws IOException, ClusterException, InterruptedException {
    load(ycsb, "warm-up", setting.repeat(), warmUpRecords(), 1);
  }

  @Override
  Outcome load(MeasuredYcsb ycsb, StudyCase one, BenchPlan plan, int repeat)
      throws IOException, ClusterException, InterruptedException {
    StudyScale scale = studyScale();
    return load(ycsb, one.caseName(), repeat, scale.records(one), scale.regions(one));
  }

  private static Outcome load(MeasuredYcsb ycsb, String name, int repeat, long records, int regions)
      throws IOException, ClusterException, InterruptedException {
    TableLayout layout = TableLayout.of(name + "-" + repeat, MeasuredYcsb.FAMILY, regions);
    return ycsb.load(name, repeat, records, layout, Map.of());
  }

  /** The study's ratios beside those of the same cases here, by medians of the repeats. */
  @Override
  protected List<BenchmarkCase> compared(List<BenchmarkCase> rows) {
    List<BenchmarkCase> compared = new ArrayList<>();
    for (StudyResults.Ratio ratio : StudyResults.ratios()) {
      for (Side side : BenchOptions.BOTH) {
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

  @Override
  protected int finish(Report report, BenchPlan plan) throws IOException {
    Path file = page;
    if (file != null) {
      new StudyDocument(file).write(report, StudyDocument.othersBeside(plan.out()));
    }
    return super.finish(report, plan);
  }
}
