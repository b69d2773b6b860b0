package org.tieredhdfs.hdfs.datanode.choose;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.VolumeChoosingPolicy;
import org.tieredhdfs.hdfs.datanode.volume.speed.IoClass;
import org.tieredhdfs.hdfs.datanode.volume.speed.VolumeTraffic;

/**
 * A discrete-event simulation of a DataNode that writes blocks and syncs each at close.
 *
 * <p>Writers work without a pause: choose a volume, receive a block over the network into the page
 * cache (at a rate of each writer's own), then sync it. A volume shares its bandwidth out evenly
 * among the syncs that run on it. Time is virtual; the seed decides the sizes of blocks.
 */
final class VolumeSimulation {
  static final long MB = 1 << 20;

  private final List<FsVolumeSpi> volumes;
  private final double[] bytesPerSec;
  private final Function<FsVolumeSpi, VolumeTraffic> trafficOf;
  private final VolumeChoosingPolicy<FsVolumeSpi> policy;
  private final Random random;
  private final long blockBytes;
  private final double networkBytesPerSec;
  private final List<Writer> writers = new ArrayList<>();
  private final long[] doneBytes;
  private final int[] chosen;
  private final Clock clock;
  private long nextBlockId = 1;

  /** The virtual time. */
  static final class Clock implements LongSupplier {
    private double nowSec;

    @Override
    public long getAsLong() {
      return (long) (nowSec * 1e9);
    }
  }

  private static final class Writer {
    ExtendedBlock block = new ExtendedBlock();
    int volume;
    long bytes;
    boolean syncing;
    double leftBytes;
    double service;
    double writeService;
    long startNanos;
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
    writer.block = new ExtendedBlock("pool", nextBlockId++, blockBytes, 1);
    writer.bytes = (long) (blockBytes * (0.6 + 0.4 * random.nextDouble()));
    writer.leftBytes = writer.bytes;
    writer.syncing = false;
    chosen[writer.volume]++;
    trafficOf.apply(volume).openBlocks().opened(writer.block);
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
      writer.leftBytes -= stepSec * rate(writer, syncs);
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

  private void advance(Writer writer) throws IOException {
    FsVolumeSpi volume = volumes.get(writer.volume);
    VolumeTraffic traffic = trafficOf.apply(volume);
    if (writer.syncing) {
      long tookNanos = clock.getAsLong() - writer.startNanos;
      double served = traffic.ended(IoClass.SYNC, 0, tookNanos, writer.service);
      traffic.delivered(true, writer.bytes, served + writer.writeService);
      traffic.openBlocks().closed(writer.block);
      doneBytes[writer.volume] += writer.bytes;
      begin(writer);
    } else {
      writer.writeService = traffic.ended(IoClass.WRITE, writer.bytes, 0, traffic.started());
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
