package org.tieredhdfs.hdfs.datanode.choose;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
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
 * A simulation of a DataNode under HBase: logs that stay open and get little at a time, and files
 * that are written at the speed of their client and closed without a sync.
 *
 * <p>Each volume has a page cache of a size of its own, from which its device writes at its own
 * speed. Whoever writes into a full one waits. Time is virtual and goes in equal steps; the seed
 * decides sizes and pauses.
 */
final class PageCacheSimulation {
  static final long MB = 1 << 20;
  private static final long BLOCK_BYTES = 128 * MB;
  private static final double STEP_SEC = 0.01;
  private static final int STEPS_A_READING = 25;
  private static final double WRITEBACK_DELAY_SEC = 1;

  private static final double MEMORY_BYTES_PER_NANO = 1;

  /** What the file system writes for itself. */
  private static final double METADATA_PART = 0.03;

  /**
   * What is written, and to what.
   *
   * @param mbPerSec of each device
   * @param cacheMb of each page cache
   * @param logs that are open at the same time
   * @param logMbPerSec to each
   * @param files written at the same time
   * @param fileMbPerSec by the client of each
   * @param pauseSec between the files of one writer, on average
   */
  record Load(
      List<Double> mbPerSec,
      double cacheMb,
      int logs,
      double logMbPerSec,
      int files,
      double fileMbPerSec,
      double pauseSec) {
    Load {
      mbPerSec = List.copyOf(mbPerSec);
    }
  }

  /** What the policy is told. */
  enum Knowledge {
    /** Neither: each open block counts as a whole one, and the page cache as nothing. */
    NONE,
    /** What writers bring, and what devices have written. */
    DEVICES,
    /** What writers bring. */
    WRITERS
  }

  /**
   * How the volumes fared.
   *
   * @param takenForSlow by volume, whether it ever was
   */
  record Result(List<Double> busyShares, double mbPerSec, List<Boolean> takenForSlow) {
    double mostOverMean() {
      double most = 0;
      double sum = 0;
      for (double share : busyShares) {
        most = Math.max(most, share);
        sum += share;
      }
      return most / (sum / busyShares.size());
    }
  }

  private static final class Disk {
    final VolumeTraffic traffic;
    double bytesPerStep;
    double dirtyBytes;
    double dirtySec;
    double deviceBytes;
    double busySec;
    double readBytes;
    double readSec;
    boolean wasSlow;

    Disk(VolumeTraffic traffic, double bytesPerStep) {
      this.traffic = traffic;
      this.bytesPerStep = bytesPerStep;
    }

    /** Reads the counters of the device. */
    void read(long nowNanos) {
      double written = deviceBytes * (1 + METADATA_PART);
      traffic.backlog().settle(nowNanos, (long) written);
      traffic.deviceWrote((long) (written - readBytes), (long) ((busySec - readSec) * 1e9));
      readBytes = written;
      readSec = busySec;
    }

    /** A step of the device: like the kernel, it lets what is dirty wait for a while. */
    void write(double cacheBytes) {
      wasSlow |= traffic.speed().isSlow();
      dirtySec = dirtyBytes > 0 ? dirtySec + STEP_SEC : 0;
      if (dirtySec >= WRITEBACK_DELAY_SEC || dirtyBytes > cacheBytes / 2) {
        double written = Math.min(dirtyBytes, bytesPerStep);
        dirtyBytes -= written;
        deviceBytes += written;
        busySec += STEP_SEC * written / bytesPerStep;
      }
    }
  }

  private final class Writer {
    private final boolean isLog;
    private @Nullable Disk disk;
    private @Nullable OpenBlock open;
    private @Nullable OpenBlock counted;
    private long fileBytes;
    private long leftBytes;
    private boolean waits;
    private double startedService;
    private double serviceNanos;
    private double pauseSec;

    Writer(boolean isLog) {
      this.isLog = isLog;
      pauseSec = isLog ? 0 : random.nextDouble() * load.pauseSec();
    }

    void step() throws IOException {
      Disk on = disk;
      if (on == null) {
        pauseSec -= STEP_SEC;
        if (pauseSec <= 0) {
          begin();
        }
      } else if (on.dirtyBytes >= load.cacheMb() * MB) {
        beginCall(on);
      } else {
        write(on);
      }
    }

    private void begin() throws IOException {
      FsVolumeSpi chosen = policy.chooseVolume(volumes, BLOCK_BYTES, null);
      Disk on = Objects.requireNonNull(disks.get(chosen));
      ExtendedBlock block = new ExtendedBlock("pool", nextBlockId++, BLOCK_BYTES, 1);
      fileBytes = isLog ? BLOCK_BYTES : (long) ((10 + 40 * random.nextDouble()) * MB);
      leftBytes = fileBytes;
      serviceNanos = 0;
      if (knowledge != Knowledge.NONE) {
        open = on.traffic.openBlocks().receiving(block, this);
        counted = open;
      } else {
        counted = on.traffic.openBlocks().opened(block);
      }
      disk = on;
    }

    private void beginCall(Disk on) {
      if (!waits) {
        waits = true;
        startedService = on.traffic.started();
        if (open != null) {
          open.began(nowNanos());
        }
      }
    }

    private void write(Disk on) {
      double mbPerSec = isLog ? load.logMbPerSec() : load.fileMbPerSec();
      long bytes = Math.min(leftBytes, (long) (mbPerSec * MB * STEP_SEC));
      beginCall(on);
      if (open != null) {
        open.ended(nowNanos(), bytes);
      }
      serviceNanos += on.traffic.ended(IoClass.WRITE, bytes, 0, startedService);
      serviceNanos += bytes / MEMORY_BYTES_PER_NANO;
      waits = false;
      on.dirtyBytes += bytes;
      leftBytes -= bytes;
      if (leftBytes <= 0) {
        on.traffic.delivered(false, fileBytes, serviceNanos);
        on.traffic.openBlocks().closed(Objects.requireNonNull(counted));
        disk = null;
        open = null;
        pauseSec = isLog ? 0 : -Math.log(1 - random.nextDouble()) * load.pauseSec();
      }
    }
  }

  private final Load load;
  private final Knowledge knowledge;
  private final VolumeChoosingPolicy<FsVolumeSpi> policy;
  private final Random random;
  private final List<FsVolumeSpi> volumes = new ArrayList<>();
  private final Map<FsVolumeSpi, Disk> disks = new HashMap<>();
  private final List<Writer> writers = new ArrayList<>();
  private final SpeedJudge judge =
      new SpeedJudge(ChoosingKeys.latencySettings(new Configuration(false)));
  private final Clock clock;
  private long nextBlockId = 1;

  /** The virtual time, in steps. */
  static final class Clock implements LongSupplier {
    private long steps;

    @Override
    public long getAsLong() {
      return (long) (steps * STEP_SEC * 1e9);
    }
  }

  /**
   * @param traffic filled with that of each volume, for the policy
   */
  PageCacheSimulation(
      Load load,
      Knowledge knowledge,
      Clock clock,
      Map<FsVolumeSpi, VolumeTraffic> traffic,
      VolumeChoosingPolicy<FsVolumeSpi> policy,
      long seed) {
    this.load = load;
    this.knowledge = knowledge;
    this.clock = clock;
    this.policy = policy;
    this.random = new Random(seed);
    for (double mbPerSec : load.mbPerSec()) {
      FsVolumeSpi volume = FakeVolume.disk("v" + volumes.size(), MB * MB);
      VolumeTraffic of = new VolumeTraffic(clock);
      volumes.add(volume);
      traffic.put(volume, of);
      disks.put(volume, new Disk(of, mbPerSec * MB * STEP_SEC));
    }
    for (int i = 0; i < load.logs() + load.files(); i++) {
      writers.add(new Writer(i < load.logs()));
    }
  }

  private VolumeTraffic traffic(FsVolumeSpi volume) {
    return Objects.requireNonNull(disks.get(volume)).traffic;
  }

  private Disk disk(int number) {
    return Objects.requireNonNull(disks.get(volumes.get(number)));
  }

  void setSpeed(int number, double mbPerSec) {
    disk(number).bytesPerStep = mbPerSec * MB * STEP_SEC;
  }

  /** Whether heartbeats report it as slow. */
  boolean isSlow(int number) {
    return disk(number).traffic.speed().isSlow();
  }

  private long nowNanos() {
    return clock.getAsLong();
  }

  Result run(double seconds) throws IOException {
    long steps = Math.round(seconds / STEP_SEC);
    for (long step = 0; step < steps; step++) {
      clock.steps++;
      for (Writer writer : writers) {
        writer.step();
      }
      for (FsVolumeSpi volume : volumes) {
        Disk disk = Objects.requireNonNull(disks.get(volume));
        disk.write(load.cacheMb() * MB);
        if (knowledge == Knowledge.DEVICES && step % STEPS_A_READING == 0) {
          disk.read(nowNanos());
        }
      }
      if (step % STEPS_A_READING == 0) {
        judge.look(List.of(volumes.stream().map(this::traffic).toList()), nowNanos());
      }
    }
    List<Double> busyShares = new ArrayList<>();
    List<Boolean> takenForSlow = new ArrayList<>();
    double bytes = 0;
    for (FsVolumeSpi volume : volumes) {
      Disk disk = Objects.requireNonNull(disks.get(volume));
      busyShares.add(disk.busySec / seconds);
      takenForSlow.add(disk.wasSlow);
      bytes += disk.deviceBytes;
    }
    return new Result(List.copyOf(busyShares), bytes / MB / seconds, List.copyOf(takenForSlow));
  }
}
