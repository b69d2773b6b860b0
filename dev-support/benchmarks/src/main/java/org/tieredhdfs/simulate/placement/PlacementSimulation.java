package org.tieredhdfs.simulate.placement;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.SimulatedDatanodes;
import org.tieredhdfs.bench.BenchPlan;
import org.tieredhdfs.bench.experiment.BenchOptions;
import org.tieredhdfs.bench.experiment.Bound;
import org.tieredhdfs.bench.experiment.Experiment;
import org.tieredhdfs.bench.experiment.Outcome;
import org.tieredhdfs.hdfs.placement.Loads;
import org.tieredhdfs.localcluster.media.MediaProfile;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Side;
import picocli.CommandLine.Command;

/**
 * What placement policies of a NameNode make of a job that writes evenly: Hadoop's and ours in
 * turns, on the same DataNodes, each time with another seed.
 */
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
public final class PlacementSimulation extends Experiment<SimulatedCluster> {
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

  public PlacementSimulation() {
    super(
        new BenchOptions(
            "placement", "target/simulate/placement", new BenchOptions.Defaults(10, 1, 1)),
        SimulatedCluster::name,
        "maxOverMean",
        "inFlightMaxOverMean",
        "chooseUs");
  }

  @Override
  protected List<SimulatedCluster> cases() {
    return SimulatedCluster.ALL;
  }

  @Override
  protected boolean keepsAllSidesUp() {
    return true;
  }

  /** What is compiled while it runs must not count for the side that runs first. */
  @Override
  protected int warmUps() {
    return 1;
  }

  @Override
  protected String scale(BenchPlan plan) {
    return "by virtual time";
  }

  @Override
  protected Map<String, MediaProfile> profiles(List<SimulatedCluster> asked) {
    return Map.of();
  }

  @Override
  protected List<Bound> bounds(List<BenchmarkCase> rows) {
    return BOUNDS;
  }

  @Override
  protected Place<SimulatedCluster> open(Setting<SimulatedCluster> setting) {
    return Place.on(
        () -> {},
        (cluster, side, seed) ->
            outcome(simulate(seed == 0 ? cluster.shortened() : cluster, side, seed)));
  }

  private static Outcome outcome(SimulatedJob job) {
    Map<String, Double> metrics = new LinkedHashMap<>();
    metrics.put("maxOverMean", job.maxOverMean());
    metrics.put("aboveMeanBlocks", job.aboveMean());
    metrics.put("inFlightMaxOverMean", job.meanInFlightMaxOverMean());
    metrics.put("remoteReadsPercent", job.remoteReadsPercent());
    metrics.put("chooseUs", job.chooseUs());
    return new Outcome(metrics, List.of(job.inFlightMaxOverMean()), Map.of(), List.of());
  }

  /** Runs a job on one side. */
  static SimulatedJob simulate(SimulatedCluster cluster, Side side, int seed)
      throws ClusterException {
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
