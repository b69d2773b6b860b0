package org.tieredhdfs.hdfs.datanode.volume.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.when;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.hdfs.datanode.volume.MockVolumes;
import org.tieredhdfs.hdfs.datanode.volume.VolumeRegistry;
import org.tieredhdfs.hdfs.datanode.volume.VolumeState;
import org.tieredhdfs.hdfs.datanode.volume.speed.Recovery.Took;
import org.tieredhdfs.hdfs.datanode.volume.writeback.BlockDevice.Counters;

class SpeedProbeTest {
  private static final long MS = 1_000_000;
  private static final int LARGE_BYTES = 4 << 20;

  @TempDir Path folder;

  private VolumeState volume() {
    FsVolumeSpi mock = MockVolumes.volume("v");
    when(mock.getBaseURI()).thenReturn(folder.toUri());
    return new VolumeRegistry(100, 100, 30_000, 60).state(mock);
  }

  @Test
  void timesWritesToAFileThatIsThereAndRemovesItAtTheEnd() throws IOException {
    VolumeState volume = volume();
    SpeedProbe probe = new SpeedProbe(volume, () -> null);
    Path file = folder.resolve(SpeedProbe.FILE_NAME);
    Took took = null;
    for (int i = 0; i < 8 && took == null; i++) {
      took = probe.run();
    }
    assertThat(Objects.requireNonNull(took).smallNanos()).isPositive();
    assertThat(took.largeNanos()).isPositive();
    assertThat(file).hasSize(LARGE_BYTES);
    assertThat(probe.run()).as("the next one needs no file").isNotNull();
    assertThat(volume.threads()).isZero();
    assertThat(volume.traffic().syncLatencyMs()).isPositive();
    probe.end();
    assertThat(file).doesNotExist();
    assertThat(folder).isEmptyDirectory();
  }

  private static Counters counters(long writtenBytes, long readMs, long writeMs) {
    return new Counters(0, 0, 1_000 + writtenBytes, 50 + readMs, 70 + writeMs, 0);
  }

  private static long withoutWriters(long tookMs, Counters after) {
    return SpeedProbe.withoutWriters(tookMs * MS, LARGE_BYTES, counters(0, 0, 0), after) / MS;
  }

  private static long withoutReaders(long tookMs, Counters after) {
    return SpeedProbe.withoutReaders(tookMs * MS, counters(0, 0, 0), after) / MS;
  }

  @Test
  void whatADeviceWroteForOthersMeanwhileDoesNotCount() {
    assertThat(withoutWriters(5_000, counters(10L * LARGE_BYTES, 0, 90_000))).isEqualTo(500);
    assertThat(withoutWriters(500, counters(LARGE_BYTES, 0, 4_000))).isEqualTo(500);
  }

  @Test
  void neitherDoTheReadersOfASlowVolume() {
    assertThat(withoutReaders(1_000, counters(LARGE_BYTES, 9_000, 1_000))).isEqualTo(100);
    assertThat(withoutReaders(1_000, counters(LARGE_BYTES, 9_000, 10))).isEqualTo(100);
    assertThat(withoutReaders(1_000, counters(LARGE_BYTES, 0, 10))).isEqualTo(1_000);
  }

  @Test
  void aDeviceThatIsNotCountedChangesNothing() {
    assertThat(withoutWriters(500, counters(0, 0, 0))).isEqualTo(500);
    assertThat(withoutReaders(500, counters(0, 0, 0))).isEqualTo(500);
  }

  @Test
  void norDoesOneThatKeepsTheProbeWaitingForNoTime() {
    assertThat(withoutWriters(20, counters(10L * LARGE_BYTES, 0, 20))).isEqualTo(20);
    assertThat(withoutReaders(20, counters(LARGE_BYTES, 640, 20))).isEqualTo(20);
  }
}
