package org.tieredhdfs.bench.terasort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class TeraScaleTest {
  private static final long MB = 1L << 20;

  @Test
  void theWholeStudyIsThirtyTerabytes() {
    assertThat(new TeraScale(1, 256 * MB, List.of(4), 4).rows()).isEqualTo(300_000_000_000L);
    assertThat(TeraScale.USUAL.rows()).isEqualTo(5_000_000L);
    assertThat(TeraScale.USUAL.text()).isEqualTo("500 MB in blocks of 8 MB on 3 hosts");
  }

  @Test
  void refusesWorkersThatCannotShareTheVolumesOfAHostEvenly() {
    assertThatThrownBy(() -> new TeraScale(1, MB, List.of(3), 4)).hasMessageContaining("'3'");
    assertThatThrownBy(() -> new TeraScale(1, MB, List.of(5), 4))
        .hasMessageContaining("--workers: '5'");
    assertThatThrownBy(() -> new TeraScale(0, MB, List.of(1), 4)).hasMessageContaining("--scale:");
    assertThatThrownBy(() -> new TeraScale(1, 0, List.of(1), 4))
        .hasMessageContaining("--block-mb:");
  }

  @Test
  void runsAsManyMapsAsThereIsRoomForAndHalfAsManyReduces() {
    assertThat(TeraScale.USUAL.maps()).isEqualTo(12);
    assertThat(TeraScale.USUAL.reduces()).isEqualTo(6);
    TeraScale small = new TeraScale(1, MB, List.of(1), 1);
    assertThat(small.maps()).isEqualTo(3);
    assertThat(small.reduces()).isEqualTo(1);
    assertThat(small.text()).endsWith(" on 3 hosts, tasks on each: 1");
  }

  @Test
  void refusesTasksThatWorkersCannotShareEvenly() {
    assertThatThrownBy(() -> new TeraScale(1, MB, List.of(1, 4), 2))
        .hasMessageContaining("--tasks: '2'");
    assertThatThrownBy(() -> new TeraScale(1, MB, List.of(1), 0)).hasMessageContaining("--tasks:");
  }
}
