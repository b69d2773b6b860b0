package org.tieredhdfs.media.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FlashTest {
  /** 4 at a time, 80 us to read, 20 us to write, 500 and 250 MB/s. */
  private final Flash.Spec spec =
      new Flash.Spec(4, 80_000, 20_000, 500_000_000, 250_000_000, 400_000);

  private final Flash flash = new Flash(spec, Controller.unlimited());

  @Test
  void requestAloneTakesItsLatencyAndItsTransfer() {
    assertThat(flash.serve(Io.read(0, 5_000), 1_000, 1)).isEqualTo(1_000 + 80_000 + 10_000);
    assertThat(flash.serve(Io.write(0, 5_000), 1_000_000, 1)).isEqualTo(1_000_000 + 40_000);
    assertThat(flash.serve(Io.flush(), 2_000_000, 1)).isEqualTo(2_400_000);
    assertThat(flash.serve(Io.read(0, 5_000), 3_000_000, 10)).isEqualTo(3_900_000);
  }

  @Test
  void asManyAsItWorksOnTakeAsLongAsOne() {
    for (int i = 0; i < 4; i++) {
      assertThat(flash.freeNs()).isLessThanOrEqualTo(0);
      assertThat(flash.serve(Io.read(0, 0), 0, 1)).isEqualTo(80_000);
    }
    assertThat(flash.freeNs()).isEqualTo(80_000);
    assertThat(flash.serve(Io.read(0, 0), 80_000, 1)).isEqualTo(160_000);
  }

  @Test
  void largeRequestsShareTheBandwidth() {
    long firstNs = flash.serve(Io.read(0, 5_000_000), 0, 1);
    long secondNs = flash.serve(Io.read(0, 5_000_000), 0, 1);
    assertThat(firstNs).isEqualTo(10_080_000);
    assertThat(secondNs).isEqualTo(20_000_000);
  }

  @Test
  void devicesShareTheBandwidthOfTheirController() {
    Controller controller = Controller.of(500_000_000);
    Flash one = new Flash(spec, controller);
    Flash other = new Flash(spec, controller);
    assertThat(one.serve(Io.read(0, 5_000_000), 0, 1)).isEqualTo(10_080_000);
    assertThat(other.serve(Io.read(0, 5_000_000), 0, 1)).isEqualTo(20_000_000);
  }
}
