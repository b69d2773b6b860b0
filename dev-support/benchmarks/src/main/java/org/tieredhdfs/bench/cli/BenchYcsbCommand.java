package org.tieredhdfs.bench.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.bench.study.StudyLoads;
import org.tieredhdfs.bench.study.StudyScale;
import org.tieredhdfs.bench.study.page.StudyDocument;
import org.tieredhdfs.report.Report;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What a mix of media buys HBase. */
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
public final class BenchYcsbCommand implements Callable<Integer> {
  @Mixin BenchOptions options = new BenchOptions("ycsb", new BenchOptions.Defaults(1, 1, 1));
  @Mixin ScaledOptions scaled = new ScaledOptions(ScaledOptions.SLOW_MEDIA_FACTOR);

  @Option(
      names = "--scale",
      paramLabel = "S",
      description =
          "which fraction of a region's data in the study a region gets, 1/128 or more; default:"
              + " 1/64, with --quick 1/128")
  private @Nullable Double scale;

  @Option(
      names = "--regions",
      paramLabel = "N",
      description = "regions of the table at most; default: 4, with --quick 1")
  private @Nullable Integer regions;

  @Option(
      names = "--warm-up",
      paramLabel = "N",
      description =
          "how many records each cluster loads before it is measured, so that the daemons have"
              + " compiled their code; 0 for none; default: 20000, with --quick 0")
  private @Nullable Integer warmUpRecords;

  @Option(
      names = "--page",
      paramLabel = "FILE",
      description =
          "writes the figures as a page of the documentation, and its plot as images/NAME.png"
              + " beside it; with --resume and nothing left to measure that is all")
  private @Nullable Path page;

  @Override
  public Integer call() throws Exception {
    StudyScale usual = options.isQuick() ? StudyScale.QUICK : StudyScale.USUAL;
    StudyScale asked =
        new StudyScale(
            ScaledOptions.or(scale, usual.data()), ScaledOptions.or(regions, usual.maxRegions()));
    return options.run(
        (plan, progress) -> {
          Report report =
              StudyLoads.of(scaled.run(), asked, warmUpRecords(), plan.cases())
                  .run(plan, scaled.run(), progress);
          Path file = page;
          if (file != null) {
            new StudyDocument(file).write(report, StudyDocument.othersBeside(plan.out()));
          }
          return report;
        },
        "opsPerSec",
        "insertP99Us",
        "longestStallMs",
        "opsRatio",
        "studyOpsRatio");
  }

  private int warmUpRecords() {
    int usual = options.isQuick() ? 0 : StudyLoads.USUAL_WARM_UP_RECORDS;
    int asked = ScaledOptions.or(warmUpRecords, usual);
    if (asked < 0) {
      throw new IllegalArgumentException("--warm-up: " + asked + " is not 0 or more");
    }
    return asked;
  }
}
