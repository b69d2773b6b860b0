package org.tieredhdfs.bench.volumes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.bench.Plans;
import org.tieredhdfs.bench.experiment.Bound;
import org.tieredhdfs.localcluster.media.MediaPace;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Side;

class VolumeChoosingTest {
  private final List<BenchmarkCase> rows = new ArrayList<>();

  private List<String> failures() {
    return Bound.missed(new VolumeChoosing().bounds(rows), rows);
  }

  private void add(String name, Side side, double mbPerSec) {
    rows.add(new BenchmarkCase(name, side, 1, Map.of("mbPerSec", mbPerSec)));
  }

  @Test
  void wantsAQuarterMoreFromUnequalVolumes() {
    add("round-robin", Side.STOCK, 100);
    add("latency-aware", Side.OURS, 124);
    assertThat(failures()).singleElement().asString().contains("1.24 instead of 1.25 times");
  }

  @Test
  void isContentWithAQuarterMoreAndNoLessFromEqualOnes() {
    add("round-robin", Side.STOCK, 100);
    add("latency-aware", Side.OURS, 126);
    add("equal-round-robin", Side.STOCK, 100);
    add("equal-latency-aware", Side.OURS, 98);
    assertThat(failures()).isEmpty();
  }

  @Test
  void namesALossWithEqualVolumes() {
    add("equal-round-robin", Side.STOCK, 100);
    add("equal-latency-aware", Side.OURS, 90);
    assertThat(failures()).singleElement().asString().contains("0.9 instead of 0.97 times");
  }

  @Test
  void equalVolumesAreTogetherAsFastAsUnequalOnes() {
    for (VolumeChoosing.Case one : VolumeChoosing.CASES) {
      double speed = 0;
      for (int i = 0; i < VolumeChoosing.VOLUMES; i++) {
        speed += 1 / one.slowness(i);
      }
      assertThat(speed).as(one.name()).isEqualTo(6);
    }
  }

  @Test
  void everyCaseRunsThePolicyOfItsSide() {
    for (VolumeChoosing.Case one : VolumeChoosing.CASES) {
      ClusterSpec spec = VolumeChoosing.spec(Plans.plan(), MediaPace.of(5), one);
      assertThat(spec.isStock()).isEqualTo(one.side() == Side.STOCK);
      assertThat(spec.settings())
          .containsEntry("dfs.datanode.fsdataset.volume.choosing.policy", one.policy());
    }
  }

  @Test
  void refusesWhatCannotBeMeasured() {
    VolumeChoosing nobodyWrites = new VolumeChoosing();
    nobodyWrites.writers = 0;
    assertThatThrownBy(nobodyWrites::cases).hasMessageContaining("--writers: '0'");
  }
}
