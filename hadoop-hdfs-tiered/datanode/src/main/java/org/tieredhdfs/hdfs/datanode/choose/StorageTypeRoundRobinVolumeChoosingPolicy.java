package org.tieredhdfs.hdfs.datanode.choose;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.VolumeChoosingPolicy;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.datanode.choose.Tiers.Tier;

/**
 * A volume choosing policy that goes round the volumes of each storage type, exactly evenly, and
 * neither locks nor asks a file system.
 *
 * <p>Every volume has a number from when it was first seen. A counter per storage type holds the
 * number of the volume chosen last; the next is the one with the next higher number among those
 * with room, or else the lowest. So the order does not depend on the order of the list, nor on
 * volumes that come and go. A choice counts when it moved the counter by compare-and-set: the
 * choices of a type are one sequence, whatever the number of threads, and as long as the same
 * volumes have room that sequence is a cycle. Any two volumes then differ by one at most.
 *
 * <p>There is such a counter for every number of volumes with room, as blocks of different sizes
 * may see different sets: with one counter, two sizes in turn could pass the same volume over each
 * time. The sets are nested by free space, so their size tells them apart.
 *
 * <p>The storage that the NameNode named is not preferred: it is drawn at random there, and to
 * follow it would be uneven.
 *
 * @param <V> the kind of volume
 */
public final class StorageTypeRoundRobinVolumeChoosingPolicy<V extends FsVolumeSpi>
    implements VolumeChoosingPolicy<V>, HangAware, Configurable {
  private final LongSupplier nanoClock;
  private final Executor executor;
  private final PerVolume<VolumeRecord> known;
  private @Nullable Configuration conf;
  private SpaceBook book;
  private Tiers<V, VolumeRecord> tiers;

  /** A policy with the default figures that keeps no space free until it is configured. */
  public StorageTypeRoundRobinVolumeChoosingPolicy() {
    this(SpaceLimits.unconfigured(), System::nanoTime, SpaceThreads.create());
  }

  StorageTypeRoundRobinVolumeChoosingPolicy(
      SpaceLimits limits, LongSupplier nanoClock, Executor executor) {
    this.nanoClock = nanoClock;
    this.executor = executor;
    this.known =
        new PerVolume<>(
            volume -> new VolumeRecord(volume, VolumeLoadBoard.SHARED.of(volume), nanoClock));
    this.book = new SpaceBook(limits, nanoClock, executor);
    this.tiers = new Tiers<>(known, book, nanoClock);
  }

  /** Takes a configuration over, once, before the first choice; refuses one that is wrong. */
  @Override
  public void setConf(@Nullable Configuration conf) {
    if (conf == null) {
      return;
    }
    ChoosingKeys.check(conf);
    this.conf = conf;
    this.book = new SpaceBook(SpaceLimits.of(conf), nanoClock, executor);
    this.tiers = new Tiers<>(known, book, nanoClock);
    VolumeChoosingStatus.register(this, policy -> policy.tiers.records());
  }

  @Override
  public @Nullable Configuration getConf() {
    return conf;
  }

  @Override
  public V chooseVolume(List<V> volumes, long replicaSize, @Nullable String storageId)
      throws IOException {
    Tier<V, VolumeRecord> tier = tiers.of(volumes);
    Lineup<V, VolumeRecord> lineup = tier.lineup(volumes);
    while (true) {
      int[] room = book.withRoom(lineup, replicaSize);
      AtomicLong counter = tier.counter(room.length);
      long last = counter.get();
      int next = successor(lineup, room, last);
      VolumeRecord record = lineup.record(next);
      if (counter.compareAndSet(last, record.serial)) {
        // Not before: a claim that is taken back would look to others like a lack of room.
        record.space.claim(replicaSize);
        record.chosen.increment();
        return lineup.volume(next);
      }
    }
  }

  private static int successor(Lineup<?, VolumeRecord> lineup, int[] room, long last) {
    int lowest = room[0];
    int next = -1;
    for (int i : room) {
      long serial = lineup.record(i).serial;
      if (serial < lineup.record(lowest).serial) {
        lowest = i;
      }
      if (serial > last && (next < 0 || serial < lineup.record(next).serial)) {
        next = i;
      }
    }
    return next >= 0 ? next : lowest;
  }
}
