package org.tieredhdfs.hdfs.datanode.volume.space;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.io.File;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.fs.DF;
import org.apache.hadoop.hdfs.net.Peer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.hdfs.datanode.volume.Judgement;
import org.tieredhdfs.hdfs.datanode.volume.MockVolumes;
import org.tieredhdfs.hdfs.datanode.volume.VolumeRegistry;
import org.tieredhdfs.hdfs.datanode.volume.VolumeState;
import org.tieredhdfs.hdfs.health.VolumeCondition;
import org.tieredhdfs.hdfs.transfer.ClientTransfer;
import org.tieredhdfs.hdfs.transfer.ClientTransfer.Kind;
import org.tieredhdfs.hdfs.transfer.OtherNodes;
import org.tieredhdfs.hdfs.transfer.Transfers;

/** To whom the room of a volume is shown that is out of use. */
class CachedDfTest {
  private final VolumeState volume =
      new VolumeRegistry(1_000, 100, 30_000, 60).state(MockVolumes.volume("v"));
  private static final long HOUR_MS = 3_600_000;

  @TempDir File folder;
  private CachedDf space;

  @BeforeEach
  void make() throws IOException {
    space = new CachedDf(new DF(folder, 0), volume, HOUR_MS);
  }

  @AfterEach
  void end() {
    Transfers.end();
  }

  private boolean hasRoomForHeartbeats() {
    return space.getAvailable() > 0;
  }

  private boolean hasRoomFor(Kind kind, OtherNodes others) {
    Transfers.begin(new ClientTransfer(kind, mock(Peer.class), "client", 1, others, () -> null));
    try {
      return space.getAvailable() > 0;
    } finally {
      Transfers.end();
    }
  }

  @Test
  void aVolumeInServiceHasItsRoom() {
    assertThat(hasRoomForHeartbeats()).isTrue();
    assertThat(hasRoomFor(Kind.WRITE, OtherNodes.IN_PIPELINE)).isTrue();
  }

  @Test
  void oneThatHangsHasRoomOnlyForWhoHasNoOtherDataNode() {
    volume.judged(Judgement.hung(new Judgement.Hang(0, false, ""), true));
    assertThat(hasRoomForHeartbeats()).isFalse();
    assertThat(hasRoomFor(Kind.WRITE, OtherNodes.IN_PIPELINE)).isFalse();
    assertThat(hasRoomFor(Kind.WRITE, OtherNodes.NONE)).isTrue();
  }

  @Test
  void oneOnProbationHasItsRoom() {
    volume.judged(Judgement.of(VolumeCondition.ON_PROBATION));
    assertThat(hasRoomForHeartbeats()).isTrue();
  }

  /** As Apache's volumes, which ask each time: else a disk refuses blocks that is full no more. */
  @Test
  void whoLooksAtOldFiguresGetsNewOnesFromAVolumeThatAnswers() throws Exception {
    AtomicLong freeBytes = new AtomicLong();
    CachedDf old = new CachedDf(changing(freeBytes), volume, 0);
    old.whenOld(old::refresh);
    assertThat(old.getAvailable()).isZero();
    for (int i = 0; i < 100; i++) {
      freeBytes.incrementAndGet();
      assertThat(old.getAvailable()).isEqualTo(freeBytes.get());
    }
  }

  @Test
  @Timeout(120)
  void oneThatDoesNotAnswerIsWaitedForOnce() throws Exception {
    AtomicLong freeBytes = new AtomicLong(7);
    CachedDf old = new CachedDf(changing(freeBytes), volume, 0);
    freeBytes.set(8);
    // without a bound, the first of these would not end; without a memory, all take eight minutes
    for (int i = 0; i < 10_000; i++) {
      assertThat(old.getAvailable()).isEqualTo(7);
    }
    old.refresh();
    assertThat(old.getAvailable()).isEqualTo(8);
  }

  /** The thread that looks may be kept by another volume, which shows only after a moment. */
  @Test
  void oneThatDoesNotAnswerAtOnceIsAskedForAgainAndOnlyOnce() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    CachedDf old = new CachedDf(changing(new AtomicLong()), volume, 0);
    old.whenOld(
        () -> {
          if (asked.incrementAndGet() == 2) {
            old.refresh();
          }
        });
    old.getAvailable();
    assertThat(asked).hasValue(2);
  }

  private DF changing(AtomicLong freeBytes) throws IOException {
    DF df = mock(DF.class);
    when(df.getDirPath()).thenReturn(folder.getPath());
    when(df.getAvailable()).thenAnswer(call -> freeBytes.get());
    return df;
  }
}
