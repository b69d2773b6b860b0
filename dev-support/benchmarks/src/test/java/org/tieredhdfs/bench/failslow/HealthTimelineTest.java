package org.tieredhdfs.bench.failslow;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HealthTimelineTest {
  private final HealthTimeline timeline = new HealthTimeline();

  private void add(long atMs, int excluded, String condition) {
    timeline.add(new HealthTimeline.Sample(atMs, excluded, excluded, condition));
  }

  @Test
  void countsHowOftenVolumesBeganToBeAvoided() {
    add(0, 0, "IN_SERVICE");
    add(500, 1, "HUNG");
    add(1_000, 1, "HUNG");
    add(1_500, 0, "IN_SERVICE");
    add(2_000, 2, "HUNG");
    assertThat(timeline.figures(1_200))
        .containsEntry("exclusions", 3.0)
        .containsEntry("excludedMax", 2.0)
        .containsEntry("excludedAtEnd", 2.0);
  }

  @Test
  void aVolumeIsInServiceWhenItsDataNodeAndTheNameNodeSaySoForGood() {
    add(9_000, 1, "HUNG");
    add(10_500, 1, "IN_SERVICE");
    add(11_000, 0, "IN_SERVICE");
    add(12_000, 0, "ON_PROBATION");
    add(13_000, 0, "IN_SERVICE");
    assertThat(timeline.figures(10_000))
        .containsEntry("outOfServiceSec", 2.0)
        .containsEntry("excludedAtEnd", 0.0);
  }

  @Test
  void aVolumeThatNeverLeftServiceWasOutForNoTime() {
    add(1_000, 0, "IN_SERVICE");
    assertThat(timeline.figures(500))
        .containsEntry("outOfServiceSec", 0.0)
        .containsEntry("exclusions", 0.0);
  }

  @Test
  void withoutAnyAnswerNothingIsClaimedOfTheEnd() {
    assertThat(timeline.figures(0)).doesNotContainKey("excludedAtEnd");
  }
}
