package org.tieredhdfs.simulate.cli;

import java.util.List;
import java.util.concurrent.Callable;
import org.tieredhdfs.bench.cli.BenchOptions;
import org.tieredhdfs.localcluster.cli.ConsoleProgress;
import org.tieredhdfs.localcluster.cli.ReportOption;
import org.tieredhdfs.report.text.BenchReport;
import org.tieredhdfs.simulate.placement.PlacementSimulation;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Placement of blocks on thousands of DataNodes. */
@Command(
    name = "placement",
    sortOptions = false,
    description = {
      "Simulates the placement of an evenly writing job on 126 to 5,000 DataNodes,"
          + " with Hadoop's policies and this project's in turns, flat and with node"
          + " groups on unequal hosts. Shows how even stored and in-flight blocks are,"
          + " and the time of a choice.",
      "By default 10 seeds: about 4 minutes.",
    })
public final class SimulatePlacementCommand implements Callable<Integer> {
  @Option(
      names = "--seeds",
      paramLabel = "N",
      description = "how often each case is simulated on each side; default: ${DEFAULT-VALUE}")
  private int seeds = 10;

  @Option(
      names = "--cases",
      paramLabel = "NAME[,...]",
      split = ",",
      description = "only these cases")
  private List<String> cases = List.of();

  @Option(
      names = "--side",
      paramLabel = "ours|stock|both",
      description = "whose policies are simulated; default: both, in turns")
  private BenchOptions.Sides side = BenchOptions.Sides.BOTH;

  @Mixin ReportOption report = new ReportOption("target/simulate/placement");

  @Override
  public Integer call() throws Exception {
    ConsoleProgress progress = ConsoleProgress.onStandardError();
    try {
      return BenchReport.finish(
          new PlacementSimulation(seeds, cases, side.sides(), progress).run(),
          report.folder(),
          "maxOverMean",
          "inFlightMaxOverMean",
          "chooseUs");
    } finally {
      progress.clear();
    }
  }
}
