package org.tieredhdfs.simulate.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.tieredhdfs.bench.experiment.Bound;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Side;

class PlacementSimulationTest {
  private final List<BenchmarkCase> rows = new ArrayList<>();

  @ParameterizedTest
  @EnumSource(names = {"STOCK", "OURS"})
  void aJobIsWrittenToItsEndWithBothPolicies(Side side) throws Exception {
    SimulatedCluster cluster = new SimulatedCluster("small", 30, 60, false, false);

    SimulatedJob job = PlacementSimulation.simulate(cluster, side, 1);

    assertThat(Arrays.stream(job.stored()).sum()).isEqualTo(30 * 60);
    assertThat(job.inFlightMaxOverMean().values()).isNotEmpty();
    assertThat(job.meanInFlightMaxOverMean()).isBetween(1.0, 4.0);
    assertThat(job.chooseUs()).isPositive();
  }

  @Test
  void oursIsMoreEven() throws Exception {
    SimulatedCluster cluster = new SimulatedCluster("small", 60, 120, false, false);

    SimulatedJob stock = PlacementSimulation.simulate(cluster, Side.STOCK, 1);
    SimulatedJob ours = PlacementSimulation.simulate(cluster, Side.OURS, 1);

    assertThat(ours.maxOverMean()).isLessThan(stock.maxOverMean());
    assertThat(ours.meanInFlightMaxOverMean()).isLessThan(stock.meanInFlightMaxOverMean());
  }

  @Test
  void mediansWithinWhatIsPromisedAreGood() {
    add(Side.STOCK, 1.041, 2.5);
    add(Side.OURS, 1.001, 1.6);
    add(Side.OURS, 1.002, 1.6);
    add(Side.OURS, 1.5, 9);

    assertThat(failures()).isEmpty();
  }

  @Test
  void aMedianBeyondIsTold() {
    add(Side.OURS, 1.006, 1.6);

    assertThat(failures())
        .containsExactly("flat-126, ours: maxOverMean is 1.006, it has to be 1.005 or less");
  }

  @Test
  void aSimulationThatIsNotLikeTheStudyIsTold() {
    add(Side.STOCK, 1.2, 2.5);

    assertThat(failures())
        .singleElement()
        .asString()
        .contains("the simulation is not like the study");
  }

  private List<String> failures() {
    return Bound.missed(new PlacementSimulation().bounds(rows), rows);
  }

  private void add(Side side, double stored, double inFlight) {
    rows.add(
        new BenchmarkCase(
            "flat-126", side, 1, Map.of("maxOverMean", stored, "inFlightMaxOverMean", inFlight)));
  }
}
