package org.tieredhdfs.hdfs.datanode.choose.space;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.util.DiskChecker.DiskOutOfSpaceException;
import org.jspecify.annotations.Nullable;

/**
 * The state of a policy per storage type, independent of other types. What is known of a volume is
 * forgotten with the volume object: one that is taken out and put back starts anew. Thread-safe.
 */
public final class Tiers<V extends FsVolumeSpi, R extends VolumeRecord> {
  private final ConcurrentMap<StorageType, Tier<V, R>> tiers = new ConcurrentHashMap<>();
  private final Map<FsVolumeSpi, R> known = Collections.synchronizedMap(new WeakHashMap<>());
  private final Function<FsVolumeSpi, R> maker;

  /**
   * @param maker of the state of a volume; the state must not refer to the volume
   */
  public Tiers(Function<FsVolumeSpi, R> maker) {
    this.maker = maker;
  }

  /** The tier that these volumes, all of one type, belong to. */
  public Tier<V, R> of(List<V> volumes) throws DiskOutOfSpaceException {
    if (volumes.isEmpty()) {
      throw new DiskOutOfSpaceException("There is no volume to choose from");
    }
    StorageType type = VolumeRecord.typeOf(volumes.get(0));
    Tier<V, R> tier = tiers.get(type);
    return tier != null ? tier : tiers.computeIfAbsent(type, key -> new Tier<>());
  }

  /** The volumes of a request, all of the tier. */
  public VolumeCandidates<V, R> candidates(Tier<V, R> tier, List<V> volumes) {
    VolumeCandidates<V, R> current = tier.candidates;
    if (current == null || !current.isOf(volumes)) {
      current =
          new VolumeCandidates<>(
              volumes, volumes.stream().map(volume -> record(tier, volume)).toList());
      tier.candidates = current;
    }
    return current;
  }

  /** The state of a volume; a new volume is last in turn. */
  private R record(Tier<V, R> tier, V volume) {
    return known.computeIfAbsent(
        volume,
        added -> {
          R made = maker.apply(added);
          made.lastTurn.set(tier.turns.get());
          return made;
        });
  }

  /** What is known of the volumes last listed, of all types. */
  public List<R> records() {
    List<R> records = new ArrayList<>();
    for (Tier<V, R> tier : tiers.values()) {
      VolumeCandidates<V, R> candidates = tier.candidates;
      if (candidates != null) {
        records.addAll(candidates.records());
      }
    }
    return records;
  }

  /** The state of one storage type. */
  public static final class Tier<V extends FsVolumeSpi, R extends VolumeRecord> {
    /** The number of choices made. */
    public final AtomicLong turns = new AtomicLong();

    /** When what its volumes had by their free space was last reckoned. */
    public final AtomicLong pacedNanos = new AtomicLong();

    private volatile @Nullable VolumeCandidates<V, R> candidates;
  }
}
