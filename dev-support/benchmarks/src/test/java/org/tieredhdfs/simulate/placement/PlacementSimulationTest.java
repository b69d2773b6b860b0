package org.tieredhdfs.simulate.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.apache.hadoop.hdfs.server.blockmanagement.SimulatedDatanodes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tieredhdfs.hdfs.placement.Loads;

class PlacementSimulationTest {
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aJobIsWrittenToItsEndWithBothPolicies(boolean isOurs) throws Exception {
    SimulatedCluster cluster = new SimulatedCluster("small", 30, 60, false, false);

    JobFigures figures = simulate(cluster, isOurs);

    assertThat(figures.stored().stream().mapToInt(Integer::intValue).sum()).isEqualTo(30 * 60);
    assertThat(figures.inFlightMaxOverMean()).isNotEmpty();
    assertThat(figures.meanInFlightMaxOverMean()).isBetween(1.0, 4.0);
    assertThat(figures.chooseUs()).isPositive();
  }

  @Test
  void oursIsMoreEven() throws Exception {
    SimulatedCluster cluster = new SimulatedCluster("small", 60, 120, false, false);

    JobFigures stock = simulate(cluster, false);
    JobFigures ours = simulate(cluster, true);

    assertThat(ours.maxOverMean()).isLessThan(stock.maxOverMean());
    assertThat(ours.meanInFlightMaxOverMean()).isLessThan(stock.meanInFlightMaxOverMean());
  }

  private static JobFigures simulate(SimulatedCluster cluster, boolean isOurs) throws Exception {
    Random random = new Random(1);
    SimulatedDatanodes datanodes = cluster.build(random);
    SimulatedJob job =
        new SimulatedJob(cluster, datanodes, datanodes.policy(cluster.policy(isOurs)), random);
    if (isOurs) {
      Loads.of(datanodes.topology()).useClock(job::nowMs);
    }
    return job.run();
  }
}
