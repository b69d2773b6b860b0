package org.tieredhdfs.hdfs.datanode.choose;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.VolumeChoosingPolicy;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.datanode.volume.health.SpeedJudge;
import org.tieredhdfs.hdfs.datanode.volume.speed.IoClass;
import org.tieredhdfs.hdfs.datanode.volume.speed.OpenBlock;
import org.tieredhdfs.hdfs.datanode.volume.speed.VolumeTraffic;

/**
 * A discrete-event simulation of a DataNode that writes blocks and syncs each at close.
 *
 * <p>Writers work without a pause: choose a volume, receive a block over the network into the page
 * cache (at a rate of each writer's own), then sync it. A volume shares its bandwidth out evenly
 * among the syncs that run on it, and tells how much it has written. Time is virtual; the seed
 * decides the sizes of blocks.
 */
final class VolumeSimulation {
  static final long MB = 1 << 20;
  private static final double READING_SEC = 0.25;

  private final List<FsVolumeSpi> volumes;
  private final double[] bytesPerSec;
  private final Function<FsVolumeSpi, VolumeTraffic> trafficOf;
  private final VolumeChoosingPolicy<FsVolumeSpi> policy;
  private final Random random;
  private final long blockBytes;
  private final double networkBytesPerSec;
  private final List<Writer> writers = new ArrayList<>();
  private final long[] doneBytes;
  private final double[] deviceBytes;
  private final int[] chosen;
  private final Clock clock;
  private final SpeedJudge judge =
      new SpeedJudge(ChoosingKeys.latencySettings(new Configuration(false)));
  private long nextBlockId = 1;
  private double readSec;

  /** The virtual time. */
  static final class Clock implements LongSupplier {
    private double nowSec;

    @Override
    public long getAsLong() {
      return (long) (nowSec * 1e9);
    }
  }

  private static final class Writer {
    int volume;
    long bytes;
    boolean syncing;
    double leftBytes;
    long writtenBytes;
    double service;
    long startNanos;
    @Nullable OpenBlock open;
  }

  VolumeSimulation(
      List<FsVolumeSpi> volumes,
      double[] bytesPerSec,
      Clock clock,
      Function<FsVolumeSpi, VolumeTraffic> trafficOf,
      VolumeChoosingPolicy<FsVolumeSpi> policy,
      long blockBytes,
      double networkBytesPerSec,
      long seed) {
    this.volumes = volumes;
    this.bytesPerSec = bytesPerSec.clone();
    this.clock = clock;
    this.trafficOf = trafficOf;
    this.policy = policy;
    this.blockBytes = blockBytes;
    this.networkBytesPerSec = networkBytesPerSec;
    this.random = new Random(seed);
    this.doneBytes = new long[volumes.size()];
    this.deviceBytes = new double[volumes.size()];
    this.chosen = new int[volumes.size()];
  }

  void addWriters(int count) throws IOException {
    for (int i = 0; i < count; i++) {
      Writer writer = new Writer();
      writers.add(writer);
      begin(writer);
    }
  }

  void setSpeed(int volume, double newBytesPerSec) {
    bytesPerSec[volume] = newBytesPerSec;
  }

  private void begin(Writer writer) throws IOException {
    FsVolumeSpi volume = policy.chooseVolume(volumes, blockBytes, null);
    writer.volume = volumes.indexOf(volume);
    ExtendedBlock block = new ExtendedBlock("pool", nextBlockId++, blockBytes, 1);
    writer.bytes = (long) (blockBytes * (0.6 + 0.4 * random.nextDouble()));
    writer.leftBytes = writer.bytes;
    writer.writtenBytes = 0;
    writer.syncing = false;
    chosen[writer.volume]++;
    writer.open = trafficOf.apply(volume).openBlocks().receiving(block, writer);
  }

  /** Lets time go by. */
  void run(double seconds) throws IOException {
    double endSec = clock.nowSec + seconds;
    while (clock.nowSec < endSec) {
      step(endSec);
    }
  }

  private void step(double endSec) throws IOException {
    int[] syncs = new int[volumes.size()];
    for (Writer writer : writers) {
      if (writer.syncing) {
        syncs[writer.volume]++;
      }
    }
    double stepSec = endSec - clock.nowSec;
    for (Writer writer : writers) {
      stepSec = Math.min(stepSec, writer.leftBytes / rate(writer, syncs));
    }
    clock.nowSec += stepSec;
    for (Writer writer : writers) {
      double bytes = stepSec * rate(writer, syncs);
      writer.leftBytes -= bytes;
      if (writer.syncing) {
        deviceBytes[writer.volume] += bytes;
      } else {
        write(writer);
      }
    }
    if (clock.nowSec - readSec >= READING_SEC) {
      readSec = clock.nowSec;
      for (int i = 0; i < deviceBytes.length; i++) {
        trafficOf.apply(volumes.get(i)).backlog().settle(clock.getAsLong(), (long) deviceBytes[i]);
      }
      judge.look(List.of(volumes.stream().map(trafficOf).toList()), clock.getAsLong());
    }
    for (Writer writer : writers) {
      if (writer.leftBytes < 1) {
        advance(writer);
      }
    }
  }

  private double rate(Writer writer, int[] syncs) {
    return writer.syncing ? bytesPerSec[writer.volume] / syncs[writer.volume] : networkBytesPerSec;
  }

  /** Puts what has come into the page cache, in no time. */
  private void write(Writer writer) {
    VolumeTraffic traffic = trafficOf.apply(volumes.get(writer.volume));
    long bytes = writer.bytes - (long) Math.max(0, writer.leftBytes) - writer.writtenBytes;
    writer.writtenBytes += bytes;
    OpenBlock open = Objects.requireNonNull(writer.open);
    open.began(clock.getAsLong());
    open.ended(clock.getAsLong(), bytes);
    traffic.ended(IoClass.WRITE, bytes, 0, traffic.started());
  }

  private void advance(Writer writer) throws IOException {
    FsVolumeSpi volume = volumes.get(writer.volume);
    VolumeTraffic traffic = trafficOf.apply(volume);
    OpenBlock open = Objects.requireNonNull(writer.open);
    if (writer.syncing) {
      open.ended(clock.getAsLong(), 0);
      open.synced();
      long tookNanos = clock.getAsLong() - writer.startNanos;
      double served = traffic.ended(IoClass.SYNC, 0, tookNanos, writer.service);
      traffic.delivered(true, writer.bytes, served);
      traffic.openBlocks().closed(open);
      doneBytes[writer.volume] += writer.bytes;
      begin(writer);
    } else {
      open.began(clock.getAsLong());
      writer.service = traffic.started();
      writer.startNanos = clock.getAsLong();
      writer.syncing = true;
      writer.leftBytes = writer.bytes;
    }
  }

  /** What has been written and synced since the last call, of each volume. */
  long[] takeDoneBytes() {
    long[] taken = doneBytes.clone();
    java.util.Arrays.fill(doneBytes, 0);
    return taken;
  }

  /** How often each volume was chosen since the last call. */
  int[] takeChosen() {
    int[] taken = chosen.clone();
    java.util.Arrays.fill(chosen, 0);
    return taken;
  }
}
