package org.tieredhdfs.hdfs.datanode.choose;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.VolumeChoosingPolicy;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.datanode.choose.space.Tiers;
import org.tieredhdfs.hdfs.datanode.choose.space.Tiers.Tier;
import org.tieredhdfs.hdfs.datanode.choose.space.VolumeCandidates;
import org.tieredhdfs.hdfs.datanode.volume.VolumeAware;
import org.tieredhdfs.hdfs.datanode.volume.VolumeRegistry;
import org.tieredhdfs.hdfs.datanode.volume.speed.Backlog;
import org.tieredhdfs.hdfs.datanode.volume.speed.LatencySettings;
import org.tieredhdfs.hdfs.datanode.volume.speed.OpenBlock;
import org.tieredhdfs.hdfs.datanode.volume.speed.OpenBlocks;
import org.tieredhdfs.hdfs.datanode.volume.speed.OpenBlocks.Place;
import org.tieredhdfs.hdfs.datanode.volume.speed.ServiceTimes;
import org.tieredhdfs.hdfs.datanode.volume.speed.Speed;
import org.tieredhdfs.hdfs.datanode.volume.speed.VolumeTraffic;

/**
 * A volume choosing policy that sends each block to the volume of its storage type with the
 * shortest expected delay.
 *
 * <p>The rule is <i>never queue, else shortest expected delay</i>, from queueing theory (Whitt,
 * "Deciding which queue to join", 1986; Banawan and Zahorjan, "Load sharing in heterogeneous
 * queueing systems", and Shenker and Weinrib, "The optimal control of heterogeneous queueing
 * systems", both 1989). Of the volumes with room, one that is as good as idle goes first, and among
 * those that are busy the one with the least
 *
 * <pre>
 *   (bytes in flight on it + bytes of the new block) / weight
 * </pre>
 *
 * and where that is equal, too, the one chosen longest ago: equal idle volumes take turns. To wait
 * for a fast volume while a slower one stands idle would be best for the one block, but writers
 * work without a pause, and together they get most out of volumes that are all busy. The rule needs
 * no tuned shares: a volume that slows down keeps its blocks longer, has more in flight, and is
 * passed over until it has caught up, before its speed has even been measured.
 *
 * <p>Bytes in flight are what open blocks will bring ({@link OpenBlock}), what the page cache has
 * yet to write ({@link Backlog}), and a block for each read that waits. Weight is how much sooner a
 * volume is done than its peers with the same work ({@link ServiceTimes}). A volume with less room
 * than its peers stands back while it has had more than its part. What the judge of volumes holds
 * of each is read, not judged here ({@link Speed}): one that is far slower than others gets no
 * block for a while, and few until it has shown that it has recovered. {@code docs/datanode.md}
 * says more.
 *
 * <p>Choices of one type are made one after the other, without a lock: a choice that another one
 * overtook is made again on what it left behind.
 *
 * <p>It lives on what the project's own dataset counts, and refuses to work with Hadoop's.
 *
 * @param <V> the kind of volume
 */
public final class LatencyAwareVolumeChoosingPolicy<V extends FsVolumeSpi>
    implements VolumeChoosingPolicy<V>, VolumeAware, Configurable {
  private final LongSupplier nanoClock;
  private final Tiers<V, ServiceRecord> tiers =
      new Tiers<>(volume -> new ServiceRecord(volume, this.traffic.apply(volume)));
  private Function<FsVolumeSpi, VolumeTraffic> traffic;
  private @Nullable Configuration conf;
  private LatencySettings settings = ChoosingKeys.latencySettings(new Configuration(false));
  private long keptBytes;

  /** A policy with the default constants that keeps no space free until it is configured. */
  public LatencyAwareVolumeChoosingPolicy() {
    this(
        System::nanoTime,
        volume -> {
          throw new IllegalStateException("The dataset has not registered volume " + volume);
        });
  }

  LatencyAwareVolumeChoosingPolicy(
      LongSupplier nanoClock, Function<FsVolumeSpi, VolumeTraffic> traffic) {
    this.nanoClock = nanoClock;
    this.traffic = traffic;
  }

  /** Sets the configuration, once, before the first choice; refuses an invalid one. */
  @Override
  public void setConf(@Nullable Configuration conf) {
    if (conf == null) {
      return;
    }
    ChoosingKeys.check(conf, true);
    this.conf = conf;
    settings = ChoosingKeys.latencySettings(conf);
    keptBytes = ChoosingKeys.ADDITIONAL_SPACE.getSizeBytes(conf);
    VolumeChoosingStatus.register(this, policy -> policy.tiers.records());
  }

  @Override
  public @Nullable Configuration getConf() {
    return conf;
  }

  /** Before the first choice, too. */
  @Override
  public void use(VolumeRegistry registry) {
    traffic = volume -> registry.state(volume).traffic();
    registry.judgeSpeed(settings);
  }

  /** The state that JMX shows. */
  List<VolumeStatus> status() {
    return tiers.records().stream().map(VolumeStatus::new).toList();
  }

  @Override
  public V chooseVolume(List<V> volumes, long replicaSize, @Nullable String storageId)
      throws IOException {
    Tier<V, ServiceRecord> tier = tiers.of(volumes);
    VolumeCandidates<V, ServiceRecord> candidates = tiers.candidates(tier, volumes);
    while (true) {
      long turn = tier.turns.get();
      int[] room = candidates.withRoom(replicaSize, keptBytes);
      long nowNanos = nanoClock.getAsLong();
      double elapsedSec = Math.max(0, nowNanos - tier.pacedNanos.getAndSet(nowNanos)) / 1e9;
      ServiceRecord.pace(candidates.records(), elapsedSec, settings);
      int chosen = ShortestDelay.choose(candidates, room, replicaSize);
      if (commit(tier.turns, turn, candidates.record(chosen), replicaSize)) {
        return candidates.volume(chosen);
      }
    }
  }

  /** Commits a choice, unless another one came first and changed its basis. */
  private static boolean commit(
      AtomicLong turns, long turn, ServiceRecord record, long blockBytes) {
    OpenBlocks open = record.traffic.openBlocks();
    Place place = open.keep(blockBytes);
    if (!turns.compareAndSet(turn, turn + 1)) {
      open.drop(place);
      return false;
    }
    open.claim(place);
    record.lastTurn.set(turn + 1);
    record.chosen.increment();
    record.advance(blockBytes);
    return true;
  }
}
