package org.tieredhdfs.hdfs.datanode.choose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class SpeedEstimateTest {
  private final SpeedEstimate estimate = new SpeedEstimate(10);
  private long bytes;
  private double servedSec;

  private void deliver(double bytesPerSec, double busySec, double elapsedSec) {
    bytes += (long) (bytesPerSec * busySec);
    servedSec += busySec;
    estimate.sample(bytes, servedSec, 0, 0, elapsedSec);
  }

  @Test
  void knowsNothingBeforeTheVolumeHasWorked() {
    assertThat(estimate.bytesPerSec()).isNaN();
    deliver(1000, 0.1, 1);
    assertThat(estimate.bytesPerSec()).isNaN();
    assertThat(estimate.hintBytesPerSec()).isCloseTo(1000, within(1.0));
    deliver(1000, 0.2, 1);
    assertThat(estimate.bytesPerSec()).isCloseTo(1000, within(1.0));
  }

  @Test
  void doesNotCallAVolumeSlowThatHasLittleToDo() {
    for (int i = 0; i < 100; i++) {
      deliver(40e6, 0.05, 1);
    }
    assertThat(estimate.bytesPerSec()).isCloseTo(40e6, within(1.0));
  }

  @Test
  void halfOfWhatItKnowsIsNewAfterOneHalfLife() {
    for (int i = 0; i < 1000; i++) {
      deliver(4000, 1, 1);
    }
    for (int i = 0; i < 10; i++) {
      deliver(2000, 1, 1);
    }
    assertThat(estimate.bytesPerSec()).isCloseTo(3000, within(10.0));
  }

  @Test
  void forgetsAVolumeThatRests() {
    deliver(1000, 5, 5);
    deliver(0, 0, 100);
    assertThat(estimate.bytesPerSec()).isNaN();
  }

  @Test
  void operationsThatRunCountOnlyOnceTheyAreOverdue() {
    for (int i = 0; i < 20; i++) {
      deliver(1000, 1, 1);
    }
    estimate.sample(bytes, servedSec, 5000, 4, 1);
    assertThat(estimate.bytesPerSec()).isCloseTo(1000, within(1.0));
    estimate.sample(bytes, servedSec, 5000, 100, 1);
    assertThat(estimate.bytesPerSec()).isLessThan(200);
  }

  @Test
  void startsAnewForAProbe() {
    deliver(1000, 5, 5);
    estimate.restart();
    assertThat(estimate.hintBytesPerSec()).isNaN();
    deliver(3000, 1, 1);
    assertThat(estimate.bytesPerSec()).isCloseTo(3000, within(1.0));
  }
}
