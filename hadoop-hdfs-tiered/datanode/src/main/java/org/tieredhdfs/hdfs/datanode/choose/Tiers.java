package org.tieredhdfs.hdfs.datanode.choose;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.util.DiskChecker.DiskOutOfSpaceException;
import org.jspecify.annotations.Nullable;

/** The state of a policy per storage type; no type knows of another. Thread-safe. */
final class Tiers<V extends FsVolumeSpi, R extends VolumeRecord> {
  private final ConcurrentMap<StorageType, Tier<V, R>> tiers = new ConcurrentHashMap<>();
  private final PerVolume<R> known;
  private final SpaceBook book;
  private final LongSupplier nanoClock;

  Tiers(PerVolume<R> known, SpaceBook book, LongSupplier nanoClock) {
    this.known = known;
    this.book = book;
    this.nanoClock = nanoClock;
  }

  /** The tier that these volumes, all of one type, belong to. */
  Tier<V, R> of(List<V> volumes) throws DiskOutOfSpaceException {
    if (volumes.isEmpty()) {
      throw new DiskOutOfSpaceException("There is no volume to choose from");
    }
    StorageType type = VolumeRecord.typeOf(volumes.get(0));
    Tier<V, R> tier = tiers.get(type);
    return tier != null ? tier : tiers.computeIfAbsent(type, key -> new Tier<>(this));
  }

  /** What is known of the volumes last listed, of all types. */
  List<R> records() {
    List<R> records = new ArrayList<>();
    for (Tier<V, R> tier : tiers.values()) {
      Lineup<V, R> lineup = tier.lineup;
      if (lineup != null) {
        records.addAll(lineup.records());
      }
    }
    return records;
  }

  /** The state of one storage type. */
  static final class Tier<V extends FsVolumeSpi, R extends VolumeRecord> {
    /** Volumes beyond this many share the last counter. */
    private static final int MAX_COUNTERS = 64;

    private final Tiers<V, R> owner;
    private final AtomicLong[] counters = new AtomicLong[MAX_COUNTERS];
    private final AtomicLong nextSweepNanos;
    private volatile @Nullable Lineup<V, R> lineup;

    private Tier(Tiers<V, R> owner) {
      this.owner = owner;
      this.nextSweepNanos = new AtomicLong(owner.nanoClock.getAsLong());
      for (int i = 0; i < MAX_COUNTERS; i++) {
        counters[i] = new AtomicLong();
      }
    }

    /** The counter of the requests for which that many volumes had room. */
    AtomicLong counter(int volumesWithRoom) {
      return counters[Math.min(volumesWithRoom, MAX_COUNTERS) - 1];
    }

    /** The lineup of a request; sees to it that its figures of free space are kept fresh. */
    Lineup<V, R> lineup(List<V> volumes) {
      Lineup<V, R> current = lineup;
      if (current == null || !current.isOf(volumes)) {
        current = new Lineup<>(volumes, owner.known);
        lineup = current;
      }
      long nowNanos = owner.nanoClock.getAsLong();
      long dueNanos = nextSweepNanos.get();
      if (nowNanos - dueNanos >= 0
          && nextSweepNanos.compareAndSet(dueNanos, nowNanos + owner.book.refreshNanos())) {
        owner.book.sweep(current);
      }
      return current;
    }
  }
}
