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
import org.tieredhdfs.hdfs.datanode.choose.speed.LatencySettings;
import org.tieredhdfs.hdfs.datanode.choose.speed.ServiceJudge;
import org.tieredhdfs.hdfs.datanode.choose.speed.ServiceRecord;
import org.tieredhdfs.hdfs.datanode.choose.speed.ServiceTimes;
import org.tieredhdfs.hdfs.datanode.choose.speed.ShortestDelay;
import org.tieredhdfs.hdfs.datanode.volume.VolumeAware;
import org.tieredhdfs.hdfs.datanode.volume.VolumeRegistry;
import org.tieredhdfs.hdfs.datanode.volume.speed.Backlog;
import org.tieredhdfs.hdfs.datanode.volume.speed.OpenBlock;
import org.tieredhdfs.hdfs.datanode.volume.speed.OpenBlocks.Place;
import org.tieredhdfs.hdfs.datanode.volume.speed.RecoveryWatch;
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
 * than its peers stands back while it has had more than its part. One that is far slower gets no
 * block until probes of its device show that it has recovered ({@link RecoveryWatch}); at least
 * half of a type's volumes stay. {@code docs/datanode.md} says more.
 *
 * <p>Choices of one type are made one after the other, without a lock: a choice that another one
 * overtook is made again on what it left behind. What is known is read a few times a second.
 *
 * <p>It lives on what the project's own dataset counts, and refuses to work with Hadoop's.
 *
 * @param <V> the kind of volume
 */
public final class LatencyAwareVolumeChoosingPolicy<V extends FsVolumeSpi>
    implements VolumeChoosingPolicy<V>, VolumeAware, Configurable {
  private final LongSupplier nanoClock;
  private Function<FsVolumeSpi, VolumeTraffic> trafficOf;
  private @Nullable Configuration conf;
  private volatile Engine<V> engine;

  /** A policy with the default constants that keeps no space free until it is configured. */
  public LatencyAwareVolumeChoosingPolicy() {
    this(
        System::nanoTime,
        volume -> {
          throw new IllegalStateException("The dataset has not registered volume " + volume);
        });
  }

  LatencyAwareVolumeChoosingPolicy(
      LongSupplier nanoClock, Function<FsVolumeSpi, VolumeTraffic> trafficOf) {
    this.nanoClock = nanoClock;
    this.trafficOf = trafficOf;
    this.engine = newEngine(0, ChoosingKeys.latencySettings(new Configuration(false)));
  }

  private Engine<V> newEngine(long keptBytes, LatencySettings settings) {
    Function<FsVolumeSpi, VolumeTraffic> traffic = trafficOf;
    Tiers<V, ServiceRecord> tiers =
        new Tiers<>(volume -> new ServiceRecord(volume, traffic.apply(volume), settings));
    return new Engine<>(keptBytes, tiers, new ServiceJudge(settings), nanoClock);
  }

  /** Sets the configuration, once, before the first choice; refuses an invalid one. */
  @Override
  public void setConf(@Nullable Configuration conf) {
    if (conf == null) {
      return;
    }
    ChoosingKeys.check(conf, true);
    configure(conf);
    VolumeChoosingStatus.register(this, policy -> policy.engine.tiers.records());
  }

  private void configure(Configuration conf) {
    this.conf = conf;
    this.engine =
        newEngine(
            ChoosingKeys.ADDITIONAL_SPACE.getSizeBytes(conf), ChoosingKeys.latencySettings(conf));
  }

  @Override
  public void use(VolumeRegistry registry) {
    trafficOf = volume -> registry.state(volume).traffic();
    configure(conf != null ? conf : new Configuration(false));
  }

  /** The state that JMX shows. */
  List<VolumeStatus> status() {
    return engine.tiers.records().stream().map(VolumeStatus::new).toList();
  }

  @Override
  public @Nullable Configuration getConf() {
    return conf;
  }

  @Override
  public V chooseVolume(List<V> volumes, long replicaSize, @Nullable String storageId)
      throws IOException {
    return engine.choose(volumes, replicaSize);
  }

  /** What one configuration made of the policy. */
  private record Engine<V extends FsVolumeSpi>(
      long keptBytes, Tiers<V, ServiceRecord> tiers, ServiceJudge judge, LongSupplier nanoClock) {

    V choose(List<V> volumes, long blockBytes) throws IOException {
      Tier<V, ServiceRecord> tier = tiers.of(volumes);
      VolumeCandidates<V, ServiceRecord> candidates = tiers.candidates(tier, volumes);
      while (true) {
        long turn = tier.turns.get();
        int[] room = candidates.withRoom(blockBytes, keptBytes);
        judge.judgeIfDue(tier, candidates.records(), nanoClock.getAsLong());
        int chosen = ShortestDelay.choose(candidates, room, blockBytes);
        if (commit(tier.turns, turn, candidates.record(chosen), blockBytes)) {
          return candidates.volume(chosen);
        }
      }
    }

    /** Commits a choice, unless another one came first and changed its basis. */
    private boolean commit(AtomicLong turns, long turn, ServiceRecord record, long blockBytes) {
      Place place = record.traffic.openBlocks().keep(blockBytes);
      if (!turns.compareAndSet(turn, turn + 1)) {
        record.traffic.openBlocks().drop(place);
        return false;
      }
      record.traffic.openBlocks().claim(place);
      record.lastTurn.set(turn + 1);
      record.chosen.increment();
      record.advance(blockBytes);
      return true;
    }
  }
}
