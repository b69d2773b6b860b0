package org.tieredhdfs.hdfs.datanode.choose;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.VolumeChoosingPolicy;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.hdfs.datanode.choose.OpenBlocks.Place;
import org.tieredhdfs.hdfs.datanode.choose.Standing.Probe;
import org.tieredhdfs.hdfs.datanode.choose.Tiers.Tier;

/**
 * A volume choosing policy that sends each block to the volume of its storage type where it will be
 * done first.
 *
 * <p>The rule is <i>never queue, else shortest expected delay</i>, from queueing theory (Whitt,
 * "Deciding which queue to join", 1986; Banawan and Zahorjan, "Load sharing in heterogeneous
 * queueing systems", and Shenker and Weinrib, "The optimal control of heterogeneous queueing
 * systems", both 1989). Of the volumes with room, an idle one goes first, and among those that are
 * alike the one with the least
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
 * <ul>
 *   <li><i>Bytes in flight</i> count from the choice until the writer is through, the sync at close
 *       included; a dataset reports them through {@link VolumeLoad}. Under a stock dataset, the
 *       references held on a volume stand for them.
 *   <li><i>Weight</i> is the bandwidth of the volume ({@link SpeedEstimate}: bytes over the time
 *       that writes and syncs kept it busy) relative to the median; differences within a tolerance
 *       do not count. The bandwidth comes from {@link MeteredFileIoProvider}, or else from the
 *       latencies that a stock DataNode samples if {@code
 *       dfs.datanode.fileio.profiling.sampling.percentage} is above 0. With neither, only bytes in
 *       flight and free space count, no volume drops out, and the log says so.
 *   <li><i>Free space</i>: a volume with less room than its peers, beyond the tolerance, stands
 *       back while it has had more than its part, which is what its speed would earn it times a
 *       factor for free space.
 *   <li>A volume far slower than the median of its peers <i>drops out</i>: it gets nothing but a
 *       probe, one block now and then, until a probe shows that it has recovered ({@link
 *       Standing}). Only peers in service are compared with, so the last volume of a type stays;
 *       and if none in service has room, those that dropped out are used.
 * </ul>
 *
 * <p>Choices of one type are made one after the other, without a lock: a choice that another one
 * overtook is made again on what it left behind. What is known is read a few times a second.
 *
 * @param <V> the kind of volume
 */
public final class LatencyAwareVolumeChoosingPolicy<V extends FsVolumeSpi>
    implements VolumeChoosingPolicy<V>, HangAware, Configurable {
  private static final Logger LOG = LoggerFactory.getLogger(LatencyAwareVolumeChoosingPolicy.class);

  private final LongSupplier nanoClock;
  private final Executor executor;
  private final VolumeLoadBoard board;
  private @Nullable Configuration conf;
  private volatile Engine<V> engine;

  /** A policy with the default constants that keeps no space free until it is configured. */
  public LatencyAwareVolumeChoosingPolicy() {
    this(System::nanoTime, SpaceThreads.create(), VolumeLoadBoard.SHARED);
  }

  LatencyAwareVolumeChoosingPolicy(
      LongSupplier nanoClock, Executor executor, VolumeLoadBoard board) {
    this.nanoClock = nanoClock;
    this.executor = executor;
    this.board = board;
    this.engine =
        newEngine(SpaceLimits.unconfigured(), LatencySettings.of(new Configuration(false)));
  }

  private Engine<V> newEngine(SpaceLimits limits, LatencySettings settings) {
    PerVolume<ServiceRecord> known =
        new PerVolume<>(volume -> new ServiceRecord(volume, board.of(volume), nanoClock, settings));
    SpaceBook book = new SpaceBook(limits, nanoClock, executor);
    return new Engine<>(
        book, new Tiers<>(known, book, nanoClock), new ServiceRounds(settings), nanoClock);
  }

  /** Takes a configuration over, once, before the first choice; refuses one that is wrong. */
  @Override
  public void setConf(@Nullable Configuration conf) {
    if (conf == null) {
      return;
    }
    ChoosingKeys.check(conf);
    this.conf = conf;
    LatencySettings settings = LatencySettings.of(conf);
    this.engine = newEngine(SpaceLimits.of(conf), settings);
    if (settings.profilingPercent() == 0) {
      LOG.info(
          "{} is 0: unless the dataset reports the operations of its volumes, blocks are shared"
              + " out by what is in flight and by free space only, and no volume drops out",
          DFSConfigKeys.DFS_DATANODE_FILEIO_PROFILING_SAMPLING_PERCENTAGE_KEY);
    }
    VolumeChoosingStatus.register(this, policy -> policy.engine.tiers.records());
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
      SpaceBook book, Tiers<V, ServiceRecord> tiers, ServiceRounds rounds, LongSupplier nanoClock) {

    V choose(List<V> volumes, long blockBytes) throws IOException {
      Tier<V, ServiceRecord> tier = tiers.of(volumes);
      Lineup<V, ServiceRecord> lineup = tier.lineup(volumes);
      rounds.runIfDue(lineup, nanoClock.getAsLong());
      while (true) {
        int[] room = book.withRoom(lineup, blockBytes);
        long turn = tier.counter(1).get();
        int chosen = ShortestDelay.choose(lineup, room, blockBytes, nanoClock.getAsLong());
        if (commit(tier.counter(1), turn, lineup, chosen, blockBytes)) {
          return lineup.volume(chosen);
        }
      }
    }

    /** Makes a choice count, unless another one came first and changed what it was made on. */
    private boolean commit(
        AtomicLong turns, long turn, Lineup<V, ServiceRecord> lineup, int chosen, long blockBytes) {
      ServiceRecord record = lineup.record(chosen);
      // The place comes before the probe: a probe with nothing in flight would look finished.
      Place place = record.traffic.openBlocks().keep(blockBytes);
      Probe probe =
          record.standing.takeProbe(
              nanoClock.getAsLong(), ServiceRecord.users(lineup.volume(chosen)));
      if (!turns.compareAndSet(turn, turn + 1)) {
        if (probe != null) {
          record.standing.giveBack(probe);
        }
        record.traffic.openBlocks().drop(place);
        return false;
      }
      if (probe != null) {
        record.speed.restart();
      }
      // Not before: a claim that is taken back would look to others like a lack of room.
      record.space.claim(blockBytes);
      record.lastTurn = turn + 1;
      record.chosen.increment();
      record.chosenBytes.add(blockBytes);
      record.advance(blockBytes);
      return true;
    }
  }
}
