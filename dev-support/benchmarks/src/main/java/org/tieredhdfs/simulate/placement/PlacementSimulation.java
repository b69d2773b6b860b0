package org.tieredhdfs.simulate.placement;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.SimulatedDatanodes;
import org.tieredhdfs.hdfs.placement.Loads;
import org.tieredhdfs.localcluster.spec.OptionRange;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Report;
import org.tieredhdfs.report.ReportBuilder;
import org.tieredhdfs.report.Series;
import org.tieredhdfs.report.Side;

/**
 * What placement policies of a NameNode make of a job that writes evenly: Hadoop's and ours in
 * turns, on the same DataNodes, each time with another seed.
 */
public final class PlacementSimulation {
  private static final int MAX_SEEDS = 100;

  private final int seeds;
  private final List<String> cases;
  private final List<Side> sides;
  private final Progress progress;

  /**
   * @param seeds how often each case is simulated on each side
   * @param cases names of the cases, all if empty
   * @throws IllegalArgumentException if there is no such case
   */
  public PlacementSimulation(int seeds, List<String> cases, List<Side> sides, Progress progress) {
    OptionRange.require("--seeds", seeds, MAX_SEEDS);
    List<String> known = SimulatedCluster.all().stream().map(SimulatedCluster::name).toList();
    for (String name : cases) {
      if (!known.contains(name)) {
        throw new IllegalArgumentException(
            "--cases: there is no '" + name + "'; there are " + String.join(", ", known));
      }
    }
    this.seeds = seeds;
    this.cases = List.copyOf(cases);
    this.sides = List.copyOf(sides);
    this.progress = progress;
  }

  /** Runs all of it. */
  public Report run() throws ClassNotFoundException {
    ReportBuilder report = new ReportBuilder("placement");
    PlacementVerdict verdict = new PlacementVerdict();
    for (SimulatedCluster cluster : SimulatedCluster.all()) {
      if (cases.isEmpty() || cases.contains(cluster.name())) {
        warmUp(cluster);
        for (int seed = 1; seed <= seeds; seed++) {
          for (Side side : sides) {
            BenchmarkCase measured = measure(cluster, side, seed);
            report.add(measured);
            verdict.add(measured);
          }
        }
      }
    }
    verdict.failures().forEach(report::failure);
    return report.build();
  }

  /** What is compiled while it runs must not count for the side that runs first. */
  private void warmUp(SimulatedCluster cluster) throws ClassNotFoundException {
    SimulatedCluster shortened = cluster.shortened();
    for (Side side : sides) {
      simulate(shortened, side, 0);
    }
  }

  private BenchmarkCase measure(SimulatedCluster cluster, Side side, int seed)
      throws ClassNotFoundException {
    JobFigures figures = simulate(cluster, side, seed);
    Map<String, Double> metrics = new LinkedHashMap<>();
    metrics.put("maxOverMean", figures.maxOverMean());
    metrics.put("aboveMeanBlocks", figures.maxMinusMean());
    metrics.put("inFlightMaxOverMean", figures.meanInFlightMaxOverMean());
    metrics.put("remoteReadsPercent", figures.remoteReadsPercent());
    metrics.put("chooseUs", figures.chooseUs());
    progress.done(
        String.format(
            Locale.ROOT,
            "%-12s %-5s seed %2d: stored %.4f, in flight %.2f, %.1f us",
            cluster.name(),
            side.label(),
            seed,
            figures.maxOverMean(),
            figures.meanInFlightMaxOverMean(),
            figures.chooseUs()));
    Series inFlight =
        new Series("inFlightMaxOverMean", figures.sampledAtMs(), figures.inFlightMaxOverMean());
    return new BenchmarkCase(cluster.name(), side, seed, metrics, List.of(inFlight));
  }

  private static JobFigures simulate(SimulatedCluster cluster, Side side, int seed)
      throws ClassNotFoundException {
    Random random = new Random(seed);
    SimulatedDatanodes datanodes = cluster.build(random);
    BlockPlacementPolicy policy = datanodes.policy(cluster.policy(side == Side.OURS));
    SimulatedJob job = new SimulatedJob(cluster, datanodes, policy, random);
    if (side == Side.OURS) {
      Loads.of(datanodes.topology()).useClock(job::nowMs);
    }
    return job.run();
  }
}
