package org.tieredhdfs.bench.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.tieredhdfs.bench.compare.ReportComparison;
import org.tieredhdfs.report.Report;
import org.tieredhdfs.report.files.ReportFiles;
import org.tieredhdfs.report.files.ReportJson;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What changed between two reports. */
@Command(
    name = "compare",
    sortOptions = false,
    description = {
      "Compares two reports of the same benchmark, metric by metric: new / old with its 95 %%"
          + " confidence interval over the repeats, and marks what changed beyond its interval.",
      "OLD and NEW are files, or folders with a report.json. One unchanged figure in twenty is"
          + " outside its interval by chance, so choose the metrics with --metrics before you use"
          + " --fail-on-worse."
    })
public final class CompareCommand implements Callable<Integer> {
  private static final int WORSE = 1;

  @Parameters(index = "0", paramLabel = "OLD", description = "the report to compare with")
  private Path older = Path.of("");

  @Parameters(index = "1", paramLabel = "NEW", description = "the report that is compared")
  private Path newer = Path.of("");

  @Option(
      names = "--metrics",
      paramLabel = "NAME[,...]",
      split = ",",
      description = "only these metrics, such as opsPerSec,insertP99Us")
  private List<String> metrics = List.of();

  @Option(names = "--changed", description = "prints only what changed")
  private boolean onlyChanged;

  @Option(
      names = "--fail-on-worse",
      description = "exit code 1 if a metric is worse beyond its interval")
  private boolean failOnWorse;

  @Override
  public Integer call() throws IOException {
    ReportComparison comparison =
        new ReportComparison(read("OLD", older), read("NEW", newer), metrics);
    comparison.differences().forEach(one -> System.out.println("different    " + one));
    System.out.println(comparison.table(onlyChanged));
    System.out.println(comparison.summary());
    List<String> worse = failOnWorse ? comparison.worse() : List.of();
    worse.forEach(one -> System.out.println("WORSE        " + one));
    return worse.isEmpty() ? 0 : WORSE;
  }

  private static Report read(String name, Path given) throws IOException {
    Path file = Files.isDirectory(given) ? new ReportFiles(given).json() : given;
    if (!Files.exists(file)) {
      throw new NoSuchFileException(name + ": there is no " + file);
    }
    return ReportJson.read(file);
  }
}
