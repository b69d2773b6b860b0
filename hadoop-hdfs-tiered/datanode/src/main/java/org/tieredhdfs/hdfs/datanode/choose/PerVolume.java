package org.tieredhdfs.hdfs.datanode.choose;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.jspecify.annotations.Nullable;

/**
 * What is known of each volume, by the identity of the volume object, forgotten with it.
 *
 * <p>A volume that is taken out and put back is another object and starts anew. Keys are weak, for
 * nobody tells a policy that a volume was removed; values must not refer to their volume strongly.
 * Thread-safe, without a lock on reading.
 */
final class PerVolume<T> {
  private final ConcurrentMap<Key, T> values = new ConcurrentHashMap<>();
  private final ReferenceQueue<FsVolumeSpi> gone = new ReferenceQueue<>();
  private final Function<FsVolumeSpi, T> maker;

  PerVolume(Function<FsVolumeSpi, T> maker) {
    this.maker = maker;
  }

  /** What is known of a volume, made when it is first asked for. */
  T of(FsVolumeSpi volume) {
    T known = values.get(new Probe(volume));
    return known != null ? known : add(volume);
  }

  private T add(FsVolumeSpi volume) {
    forgetTheGone();
    return values.computeIfAbsent(new WeakKey(volume, gone), key -> maker.apply(volume));
  }

  private void forgetTheGone() {
    for (Object key = gone.poll(); key != null; key = gone.poll()) {
      values.remove(key);
    }
  }

  /** The values of all volumes that still exist, in no order. */
  List<T> all() {
    forgetTheGone();
    return new ArrayList<>(values.values());
  }

  private sealed interface Key permits Probe, WeakKey {
    @Nullable FsVolumeSpi volume();
  }

  /** A key for looking up only: no reference that the collector has to work on. */
  private static final class Probe implements Key {
    private final FsVolumeSpi volume;

    Probe(FsVolumeSpi volume) {
      this.volume = volume;
    }

    @Override
    public FsVolumeSpi volume() {
      return volume;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Key key && key.volume() == volume;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(volume);
    }
  }

  private static final class WeakKey extends WeakReference<FsVolumeSpi> implements Key {
    private final int hash;

    WeakKey(FsVolumeSpi volume, ReferenceQueue<FsVolumeSpi> gone) {
      super(volume, gone);
      this.hash = System.identityHashCode(volume);
    }

    @Override
    public @Nullable FsVolumeSpi volume() {
      return get();
    }

    @Override
    public boolean equals(@Nullable Object other) {
      if (this == other) {
        return true;
      }
      FsVolumeSpi mine = get();
      return mine != null && other instanceof Key key && key.volume() == mine;
    }

    @Override
    public int hashCode() {
      return hash;
    }
  }
}
