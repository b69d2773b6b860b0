package org.tieredhdfs.simulate.placement;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.SimulatedDatanodes;
import org.tieredhdfs.bench.rows.Bound;
import org.tieredhdfs.bench.rows.CaseNames;
import org.tieredhdfs.hdfs.placement.Loads;
import org.tieredhdfs.localcluster.spec.OptionRange;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Report;
import org.tieredhdfs.report.ReportBuilder;
import org.tieredhdfs.report.Side;

/**
 * What placement policies of a NameNode make of a job that writes evenly: Hadoop's and ours in
 * turns, on the same DataNodes, each time with another seed.
 */
public final class PlacementSimulation {
  private static final int MAX_SEEDS = 100;
  private static final String UNLIKE_STUDY = "the simulation is not like the study";

  /** Of medians of ours, and what the study found with Hadoop's policy. */
  private static final List<Bound> BOUNDS =
      List.of(
          Bound.most("flat-126", Side.OURS, "maxOverMean", 1.005),
          Bound.most("flat-636", Side.OURS, "maxOverMean", 1.01),
          Bound.most("flat-5000", Side.OURS, "aboveMeanBlocks", 4),
          Bound.most("groups-126", Side.OURS, "maxOverMean", 1.02),
          Bound.most("groups-636", Side.OURS, "maxOverMean", 1.02),
          Bound.most("flat-126", Side.OURS, "inFlightMaxOverMean", 1.7),
          Bound.most("flat-636", Side.OURS, "inFlightMaxOverMean", 1.7),
          Bound.most("groups-636", Side.OURS, "inFlightMaxOverMean", 1.7),
          Bound.least("flat-126", Side.STOCK, "maxOverMean", 1.03).meaning(UNLIKE_STUDY),
          Bound.most("flat-126", Side.STOCK, "maxOverMean", 1.06).meaning(UNLIKE_STUDY),
          Bound.least("flat-636", Side.STOCK, "maxOverMean", 1.07).meaning(UNLIKE_STUDY),
          Bound.most("flat-636", Side.STOCK, "maxOverMean", 1.14).meaning(UNLIKE_STUDY));

  private final int seeds;
  private final List<SimulatedCluster> clusters;
  private final List<Side> sides;
  private final Progress progress;

  /**
   * @param seeds how often each case is simulated on each side
   * @param cases names of the cases, all if empty
   * @throws IllegalArgumentException if there is no such case
   */
  public PlacementSimulation(int seeds, List<String> cases, List<Side> sides, Progress progress) {
    OptionRange.require("--seeds", seeds, MAX_SEEDS);
    this.seeds = seeds;
    this.clusters =
        CaseNames.choose(SimulatedCluster.ALL, SimulatedCluster::name, cases, "flat or groups");
    this.sides = List.copyOf(sides);
    this.progress = progress;
  }

  /** Runs all of it. */
  public Report run() throws ClassNotFoundException {
    List<BenchmarkCase> rows = new ArrayList<>();
    for (SimulatedCluster cluster : clusters) {
      warmUp(cluster);
      for (int seed = 1; seed <= seeds; seed++) {
        for (Side side : sides) {
          rows.add(measure(cluster, side, seed));
        }
      }
    }
    ReportBuilder report = new ReportBuilder("placement");
    rows.forEach(report::add);
    failures(rows).forEach(report::failure);
    return report.build();
  }

  /** What is not as promised, a sentence each. */
  static List<String> failures(List<BenchmarkCase> rows) {
    return Bound.missed(BOUNDS, rows);
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
    SimulatedJob job = simulate(cluster, side, seed);
    Map<String, Double> metrics = new LinkedHashMap<>();
    metrics.put("maxOverMean", job.maxOverMean());
    metrics.put("aboveMeanBlocks", job.aboveMean());
    metrics.put("inFlightMaxOverMean", job.meanInFlightMaxOverMean());
    metrics.put("remoteReadsPercent", job.remoteReadsPercent());
    metrics.put("chooseUs", job.chooseUs());
    progress.done(
        String.format(
            Locale.ROOT,
            "%-12s %-5s seed %2d: stored %.4f, in flight %.2f, %.1f us",
            cluster.name(),
            side.label(),
            seed,
            job.maxOverMean(),
            job.meanInFlightMaxOverMean(),
            job.chooseUs()));
    return new BenchmarkCase(
        cluster.name(), side, seed, metrics, List.of(job.inFlightMaxOverMean()));
  }

  /** Runs a job on one side. */
  static SimulatedJob simulate(SimulatedCluster cluster, Side side, int seed)
      throws ClassNotFoundException {
    Random random = new Random(seed);
    SimulatedDatanodes datanodes = cluster.build(random);
    BlockPlacementPolicy policy = datanodes.policy(cluster.policy(side == Side.OURS));
    SimulatedJob job = new SimulatedJob(cluster, datanodes, policy, random);
    if (side == Side.OURS) {
      Loads.of(datanodes.topology()).useClock(job::nowMs);
    }
    job.run();
    return job;
  }
}
