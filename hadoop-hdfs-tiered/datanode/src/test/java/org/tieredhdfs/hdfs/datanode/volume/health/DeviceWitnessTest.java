package org.tieredhdfs.hdfs.datanode.volume.health;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.hdfs.datanode.volume.InFlight;
import org.tieredhdfs.hdfs.datanode.volume.MockVolumes;
import org.tieredhdfs.hdfs.datanode.volume.VolumeRegistry;
import org.tieredhdfs.hdfs.datanode.volume.VolumeState;
import org.tieredhdfs.hdfs.datanode.volume.speed.IoClass;
import org.tieredhdfs.hdfs.datanode.volume.writeback.BlockDevice;

class DeviceWitnessTest {
  private static final long MS = 1_000_000;
  private static final long CUTOFF_MS = 1_000;
  private static final long PACE_MS = 100;

  @TempDir Path devices;

  private final VolumeState volume =
      new VolumeRegistry(1_000, 100, 30_000, 60).state(MockVolumes.volume("v"));
  private final Configuration conf = new Configuration(false);
  private long nowNanos;
  private ProcessClock clock = new ProcessClock(nowNanos);
  private int handedOver;
  private int reads;
  private int writes;
  private DeviceWitness witness = new DeviceWitness(any -> null);

  @BeforeEach
  void makeDevice() throws IOException {
    conf.set("dfs.tiered.type.DISK.cutoff.timeout", CUTOFF_MS + "ms");
    Files.createDirectories(devices.resolve("8:16"));
    count();
    BlockDevice device = Objects.requireNonNull(BlockDevice.in(devices, "8:16"));
    witness = new DeviceWitness(any -> device);
  }

  /** As older kernels write them of LVM: requests when they begin, their time when they end. */
  private void count() throws IOException {
    int begun = reads + writes + handedOver;
    Files.writeString(
        devices.resolve("8:16/stat"),
        String.format(
            Locale.ROOT,
            " %d 0 %d %d %d 0 %d %d 0 0 0%n",
            begun,
            begun,
            reads,
            begun,
            begun,
            writes));
  }

  /** Begins a call, and with it the time. */
  private InFlight begin(IoClass ioClass) {
    InFlight io = volume.begin(ioClass.name(), ioClass, 0);
    nowNanos = io.startNanos();
    clock = new ProcessClock(nowNanos);
    return io;
  }

  private Findings find() {
    return new Look(volume, new Cutoffs(conf), witness, clock).findings();
  }

  /** Time goes by, and the device completes so many requests at each look. */
  private boolean isStalledAfter(long ms, int readsEach, int writesEach) throws IOException {
    boolean isStalled = false;
    for (long passed = 0; passed < ms; passed += PACE_MS) {
      reads += readsEach;
      writes += writesEach;
      count();
      nowNanos += PACE_MS * MS;
      clock.tick(nowNanos, PACE_MS * MS);
      isStalled = find().isStalled();
    }
    return isStalled;
  }

  @Test
  void aSyncThatWaitsForABusyDeviceIsNoStall() throws IOException {
    try (InFlight sync = begin(IoClass.SYNC)) {
      assertThat(isStalledAfter(10 * CUTOFF_MS, 0, 1)).isFalse();
      sync.succeeded();
    }
  }

  /** A commit of the file system that takes a minute, for a start. */
  @Test
  void aDeviceThatCompletesRequestsNeverHangs() throws IOException {
    try (InFlight sync = begin(IoClass.SYNC)) {
      assertThat(isStalledAfter(60_000, 0, 1)).isFalse();
      assertThat(find().hang()).isNull();
      assertThat(isStalledAfter(31_000, 0, 0)).isTrue();
      assertThat(find().hang()).isNotNull();
      sync.succeeded();
    }
  }

  @Test
  void aDeviceThatCompletesNothingStallsItsVolumeWhenTheTimeIsUp() throws IOException {
    try (InFlight sync = begin(IoClass.SYNC)) {
      assertThat(isStalledAfter(CUTOFF_MS - 2 * PACE_MS, 0, 0)).isFalse();
      assertThat(isStalledAfter(3 * PACE_MS, 0, 0)).isTrue();
      sync.succeeded();
    }
  }

  @Test
  void aDeviceThatStopsLaterStallsItsVolumeAfterHalfTheTime() throws IOException {
    try (InFlight sync = begin(IoClass.SYNC)) {
      assertThat(isStalledAfter(3 * CUTOFF_MS, 0, 5)).isFalse();
      assertThat(isStalledAfter(CUTOFF_MS / 2 - 2 * PACE_MS, 0, 0)).isFalse();
      assertThat(isStalledAfter(3 * PACE_MS, 0, 0)).isTrue();
      assertThat(isStalledAfter(PACE_MS, 0, 1)).isFalse();
      sync.succeeded();
    }
  }

  @Test
  void writesDoNotSpeakForReadsThatHang() throws IOException {
    try (InFlight read = begin(IoClass.READ)) {
      assertThat(isStalledAfter(2 * CUTOFF_MS, 0, 5)).isTrue();
      assertThat(isStalledAfter(PACE_MS, 1, 0)).isFalse();
      read.succeeded();
    }
  }

  @Test
  void whatIsHandedToADeviceThatHangsDoesNotSpeakForIt() throws IOException {
    boolean isStalled = false;
    try (InFlight sync = begin(IoClass.SYNC)) {
      for (long passedMs = 0; passedMs < 2 * CUTOFF_MS; passedMs += PACE_MS) {
        handedOver++;
        isStalled = isStalledAfter(PACE_MS, 0, 0);
      }
      assertThat(isStalled).isTrue();
      sync.succeeded();
    }
  }

  @Test
  void aDeviceThatIsGoneIsNoWitness() throws IOException {
    try (InFlight sync = begin(IoClass.SYNC)) {
      assertThat(isStalledAfter(2 * CUTOFF_MS, 0, 1)).isFalse();
      Files.delete(devices.resolve("8:16/stat"));
      nowNanos += PACE_MS * MS;
      clock.tick(nowNanos, PACE_MS * MS);
      assertThat(find().isStalled()).isTrue();
      sync.succeeded();
    }
  }
}
