package org.tieredhdfs.media.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class MediumModelTest {
  private static final long SIZE = 16L << 30;

  @Test
  void diskTakesTheStudysTimeForARandomAccess() {
    Medium disk = MediumModel.HDD.newMedium(SIZE, Controller.unlimited(), 1);
    SplittableRandom random = new SplittableRandom(1);
    int accesses = 20_000;
    long nowNs = 0;
    for (int i = 0; i < accesses; i++) {
      nowNs = disk.serve(Io.read(random.nextLong(SIZE), 4096), nowNs, 1);
    }
    assertThat(nowNs / accesses).isCloseTo(6_700_000, within(200_000L));
  }

  @Test
  void eachKindIsFasterThanTheOneBefore() {
    long previousNs = Long.MAX_VALUE;
    for (MediumModel model : MediumModel.values()) {
      Medium medium = model.newMedium(SIZE, Controller.unlimited(), 1);
      long endNs = medium.serve(Io.read(SIZE / 2, 1 << 20), 0, 1);
      assertThat(endNs).isLessThan(previousNs);
      previousNs = endNs;
    }
  }

  @Test
  void nameIsParsedOrRefusedWithThoseThatThereAre() {
    assertThat(MediumModel.parse("--medium", "NVMe")).isEqualTo(MediumModel.NVME);
    assertThatThrownBy(() -> MediumModel.parse("--medium", "tape"))
        .hasMessage("--medium: 'tape' is no medium; write one of hdd, ssd, nvme, ram, none");
  }
}
