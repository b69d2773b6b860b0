package org.tieredhdfs.hdfs.datanode.choose;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PerVolumeTest {
  private final AtomicInteger made = new AtomicInteger();
  private final PerVolume<Integer> known = new PerVolume<>(volume -> made.incrementAndGet());

  @Test
  void remembersAVolumeByIdentity() {
    FakeVolume one = FakeVolume.disk("same", 1);
    FakeVolume other = FakeVolume.disk("same", 1);
    assertThat(known.of(one)).isEqualTo(1);
    assertThat(known.of(other)).isEqualTo(2);
    assertThat(known.of(one)).isEqualTo(1);
    assertThat(known.all()).containsExactlyInAnyOrder(1, 2);
  }

  @Test
  void forgetsVolumesThatAreGone() throws InterruptedException {
    FakeVolume kept = FakeVolume.disk("kept", 1);
    known.of(kept);
    for (int i = 0; i < 1000; i++) {
      known.of(FakeVolume.disk("gone", 1));
    }
    for (int i = 0; i < 100 && known.all().size() > 1; i++) {
      System.gc();
      Thread.sleep(20);
    }
    assertThat(known.all()).hasSize(1);
    assertThat(known.of(kept)).isEqualTo(1);
  }
}
