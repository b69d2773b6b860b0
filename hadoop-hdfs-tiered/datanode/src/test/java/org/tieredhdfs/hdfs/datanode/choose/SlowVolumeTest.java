package org.tieredhdfs.hdfs.datanode.choose;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.hdfs.datanode.volume.health.SpeedJudge;
import org.tieredhdfs.hdfs.datanode.volume.speed.VolumeTraffic;

/** When the judge of volumes drops one whose small syncs took far too long. */
class SlowVolumeTest {
  private static final long GB = 1L << 30;
  private static final long SECOND_NANOS = 1_000_000_000;
  private static final long SMALL_BYTES = 4_000;
  private static final double USUAL_NANOS = 5e6;
  private static final double LATE_NANOS = 1.5e9;

  private final AtomicLong clock = new AtomicLong();
  private final List<FsVolumeSpi> volumes =
      List.of(FakeVolume.disk("suspect", GB), FakeVolume.disk("b", GB), FakeVolume.disk("c", GB));
  private final Map<FsVolumeSpi, VolumeTraffic> traffic = new HashMap<>();
  private final SpeedJudge judge =
      new SpeedJudge(ChoosingKeys.latencySettings(new Configuration(false)));

  SlowVolumeTest() {
    volumes.forEach(volume -> traffic.put(volume, new VolumeTraffic(clock::get)));
  }

  private VolumeTraffic traffic(FsVolumeSpi volume) {
    return Objects.requireNonNull(traffic.get(volume));
  }

  private boolean wasFoundSlow() {
    return traffic(volumes.get(0)).speed().drops() > 0;
  }

  /** All volumes take small syncs for some seconds; one of the first volume's takes longer. */
  private void syncs(double longestNanos) {
    for (int second = 0; second < 5; second++) {
      double firstNanos = second == 0 ? longestNanos : USUAL_NANOS;
      for (FsVolumeSpi volume : volumes) {
        traffic(volume)
            .delivered(true, SMALL_BYTES, volume == volumes.get(0) ? firstNanos : USUAL_NANOS);
      }
      clock.addAndGet(SECOND_NANOS);
      judge.look(List.of(List.copyOf(traffic.values())), clock.get());
    }
  }

  @Test
  void keepsAVolumeOneOfWhoseSyncsWasLate() {
    syncs(USUAL_NANOS);
    syncs(LATE_NANOS);
    syncs(USUAL_NANOS);
    assertThat(wasFoundSlow()).isFalse();
  }

  @Test
  void excludesAVolumeThatIsLateAgain() {
    syncs(LATE_NANOS);
    syncs(LATE_NANOS);
    assertThat(wasFoundSlow()).isTrue();
  }

  @Test
  void keepsAVolumeThatIsLateOnceInAWhile() {
    for (int i = 0; i < 4; i++) {
      syncs(LATE_NANOS);
      for (int j = 0; j < 14; j++) {
        syncs(USUAL_NANOS);
      }
    }
    assertThat(wasFoundSlow()).isFalse();
  }

  /** With no other traffic on it that would show that it is as fast as its peers. */
  @Test
  void excludesAVolumeThatIsSeldomAskedAndAlwaysLate() {
    for (int i = 0; i < 2; i++) {
      for (FsVolumeSpi volume : volumes) {
        traffic(volume)
            .delivered(true, SMALL_BYTES, volume == volumes.get(0) ? LATE_NANOS : USUAL_NANOS);
      }
      for (int second = 0; second < 90; second++) {
        clock.addAndGet(SECOND_NANOS);
        judge.look(List.of(List.copyOf(traffic.values())), clock.get());
      }
    }
    assertThat(wasFoundSlow()).isTrue();
  }

  @Test
  void keepsAVolumeWhoseSyncsWereLateAtOneMoment() {
    for (int i = 0; i < 3; i++) {
      for (FsVolumeSpi volume : volumes) {
        traffic(volume)
            .delivered(true, SMALL_BYTES, volume == volumes.get(0) ? LATE_NANOS : USUAL_NANOS);
      }
      clock.addAndGet(SECOND_NANOS / 4);
      judge.look(List.of(List.copyOf(traffic.values())), clock.get());
    }
    syncs(USUAL_NANOS);
    assertThat(wasFoundSlow()).isFalse();
  }
}
