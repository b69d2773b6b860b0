package org.tieredhdfs.simulate.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Side;

class PlacementVerdictTest {
  private final PlacementVerdict verdict = new PlacementVerdict();

  @Test
  void mediansWithinWhatIsPromisedAreGood() {
    add(Side.STOCK, 1.041, 2.5);
    add(Side.OURS, 1.001, 1.6);
    add(Side.OURS, 1.002, 1.6);
    add(Side.OURS, 1.5, 9);

    assertThat(verdict.failures()).isEmpty();
  }

  @Test
  void aMedianBeyondIsTold() {
    add(Side.OURS, 1.006, 1.6);

    assertThat(verdict.failures())
        .containsExactly("flat-126: maxOverMean of ours is 1.0060, it has to be at most 1.005");
  }

  @Test
  void aSimulationThatIsNotLikeTheStudyIsTold() {
    add(Side.STOCK, 1.2, 2.5);

    assertThat(verdict.failures())
        .singleElement()
        .asString()
        .contains("so the simulation is not like the study");
  }

  private void add(Side side, double stored, double inFlight) {
    verdict.add(
        new BenchmarkCase(
            "flat-126", side, 1, Map.of("maxOverMean", stored, "inFlightMaxOverMean", inFlight)));
  }
}
