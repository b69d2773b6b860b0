package org.tieredhdfs.bench.cli;

import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.bench.terasort.TeraBench;
import org.tieredhdfs.bench.terasort.TeraScale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What several DataNodes on a host give to TeraSort. */
@Command(
    name = "terasort",
    sortOptions = false,
    description = {
      "Repeats the study of many DataNodes on a host of 2015, scaled to one machine with emulated"
          + " hard disks (root, Linux 6.2): TeraGen, TeraSort and TeraValidate on YARN, with one"
          + " worker and with four on a host, which is a node group, and with three replicas and"
          + " one, with Apache Hadoop's placement and with this project's.",
      "Reports the time of each job, how many map tasks were where their data is, and how even"
          + " blocks are. The cases are rep3-workers1 and so on, or all; --seconds means nothing"
          + " here. A run that was interrupted goes on with --resume."
    })
public final class BenchTerasortCommand implements Callable<Integer> {
  private static final long MB = 1L << 20;

  @Mixin BenchOptions options = new BenchOptions("terasort", new BenchOptions.Defaults(1, 1, 1));
  @Mixin ScaledOptions scaled = new ScaledOptions(ScaledOptions.SLOW_MEDIA_FACTOR);

  @Option(
      names = "--scale",
      paramLabel = "S",
      description =
          "which fraction of the study's data, 30 TB, is sorted; default: 1/60000, with --quick"
              + " 1/400000")
  private @Nullable Double scale;

  @Option(
      names = "--block-mb",
      paramLabel = "MB",
      description = "size of a block; default: 8, with --quick 4")
  private @Nullable Integer blockMb;

  @Option(
      names = "--workers",
      paramLabel = "N[,...]",
      split = ",",
      description = "how many workers a host has, of 1, 2 and 4; default: 1,4, with --quick 2")
  private @Nullable List<Integer> workers;

  @Option(
      names = "--tasks",
      paramLabel = "N",
      description = "how many tasks run on a host at the same time; default: 4")
  private @Nullable Integer tasks;

  @Override
  public Integer call() throws Exception {
    TeraScale usual = options.isQuick() ? TeraScale.QUICK : TeraScale.USUAL;
    Integer askedBlockMb = blockMb;
    TeraScale asked =
        new TeraScale(
            ScaledOptions.or(scale, usual.data()),
            askedBlockMb != null ? askedBlockMb * MB : usual.blockBytes(),
            ScaledOptions.or(workers, usual.workers()),
            ScaledOptions.or(tasks, usual.tasksPerHost()));
    return options.run(
        (plan, progress) -> new TeraBench(plan, scaled.run(), asked, progress).run(),
        "generateSec",
        "sortSec",
        "validateSec",
        "sortDataLocalPercent",
        "generatedMaxOverMean",
        "sortRatio",
        "studySortRatio");
  }
}
