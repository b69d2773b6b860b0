package org.tieredhdfs.hdfs.datanode.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;
import org.apache.hadoop.hdfs.server.protocol.StorageReport;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.hdfs.datanode.volume.Judgement;
import org.tieredhdfs.hdfs.datanode.volume.MockVolumes;
import org.tieredhdfs.hdfs.datanode.volume.VolumeRegistry;
import org.tieredhdfs.hdfs.datanode.volume.VolumeState;
import org.tieredhdfs.hdfs.datanode.volume.health.SpeedJudge;
import org.tieredhdfs.hdfs.datanode.volume.speed.LatencySettings;
import org.tieredhdfs.hdfs.health.VolumeCondition;
import org.tieredhdfs.hdfs.health.VolumeReport;
import org.tieredhdfs.hdfs.health.VolumeStorageReport;

class VolumeReporterTest {
  private static final long MB = 1 << 20;

  private final VolumeRegistry registry = new VolumeRegistry(10, 10, 1_000, 60);
  private final VolumeState volume = registry.state(MockVolumes.volume("DS-1"));
  private final Set<String> outliers = new HashSet<>();
  private final SpeedJudge judge = new SpeedJudge(LatencySettings.DROPS_NOBODY);
  private final VolumeReporter reporter = new VolumeReporter(registry, outliers::contains);
  private long nowNanos;

  private static StorageReport room(String storageId) {
    return new StorageReport(new DatanodeStorage(storageId), false, 100, 20, 70, 15, 10);
  }

  private VolumeReport told() {
    judge.look(List.of(List.of(volume.traffic())), nowNanos);
    StorageReport[] told = reporter.withHealth(new StorageReport[] {room("DS-1")});
    assertThat(told).hasSize(1);
    return ((VolumeStorageReport) told[0]).health();
  }

  private VolumeCondition condition() {
    return told().condition();
  }

  @Test
  void itTellsWhetherAVolumeAnswers() {
    assertThat(condition()).isEqualTo(VolumeCondition.IN_SERVICE);
    volume.judged(Judgement.stalled(false, true));
    assertThat(condition()).isEqualTo(VolumeCondition.STALLED);
    volume.judged(Judgement.hung(new Judgement.Hang(0, true, "stuck"), true));
    assertThat(condition()).isEqualTo(VolumeCondition.HUNG);
    volume.judged(Judgement.of(VolumeCondition.ON_PROBATION));
    assertThat(condition()).isEqualTo(VolumeCondition.ON_PROBATION);
    volume.judged(Judgement.IN_SERVICE);
    assertThat(condition()).isEqualTo(VolumeCondition.IN_SERVICE);
  }

  @Test
  void aVolumeIsSlowIfTheJudgeSaysSo() {
    volume.judged(Judgement.of(VolumeCondition.SLOW));
    assertThat(condition()).isEqualTo(VolumeCondition.SLOW);
    volume.judged(Judgement.IN_SERVICE);
    assertThat(condition()).isEqualTo(VolumeCondition.IN_SERVICE);
  }

  @Test
  void aVolumeIsSlowIfHadoopCountsItAmongTheSlowDisks() {
    outliers.add(volume.path());
    assertThat(condition()).isEqualTo(VolumeCondition.SLOW);
    volume.judged(Judgement.hung(new Judgement.Hang(0, true, "stuck"), true));
    assertThat(condition()).isEqualTo(VolumeCondition.HUNG);
  }

  @Test
  void theSpeedIsThatOfWhatWasWrittenLatelyAndStays() {
    assertThat(told().bytesPerSec()).isZero();
    volume.traffic().delivered(true, 100 * MB, 1e9);
    assertThat(told().bytesPerSec()).isEqualTo(100 * MB);
    nowNanos += TimeUnit.MINUTES.toNanos(10);
    assertThat(told().bytesPerSec()).isBetween(99 * MB, 101 * MB);
    volume.traffic().delivered(true, 100 * MB, 10e9);
    assertThat(told().bytesPerSec()).isBetween(9 * MB, 11 * MB);
  }

  @Test
  void aVolumeThatIsNotKnownIsReportedAsStockDoes() {
    StorageReport unknown = room("DS-2");
    assertThat(reporter.withHealth(new StorageReport[] {unknown})).containsExactly(unknown);
  }

  /** Stress test: a DataNode has a thread of heartbeats for each of its NameNodes. */
  @Test
  void heartbeatsToSeveralNameNodesMeasureOneSpeed() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(6);
    AtomicBoolean isOver = new AtomicBoolean();
    try {
      Future<?> writer =
          threads.submit(
              () -> {
                while (!isOver.get()) {
                  volume.traffic().delivered(true, MB, 1e7);
                }
              });
      Future<?> judging =
          threads.submit(
              () -> {
                while (!isOver.get()) {
                  told();
                }
              });
      List<Future<Void>> heartbeats = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        heartbeats.add(threads.submit(() -> askOften(reporter)));
      }
      for (Future<Void> one : heartbeats) {
        one.get(1, TimeUnit.MINUTES);
      }
      isOver.set(true);
      writer.get(1, TimeUnit.MINUTES);
      judging.get(1, TimeUnit.MINUTES);
      told();
      // while it was written, bytes and time of a delivery were seen one without the other
      assertThat(speed(reporter)).isBetween(50 * MB, 200 * MB);
    } finally {
      isOver.set(true);
      threads.shutdownNow();
    }
  }

  private static long speed(VolumeReporter reporter) {
    StorageReport told = reporter.withHealth(new StorageReport[] {room("DS-1")})[0];
    return ((VolumeStorageReport) told).health().bytesPerSec();
  }

  private static Void askOften(VolumeReporter reporter) {
    for (int i = 0; i < 5_000; i++) {
      assertThat(speed(reporter)).isNotNegative();
    }
    return null;
  }
}
