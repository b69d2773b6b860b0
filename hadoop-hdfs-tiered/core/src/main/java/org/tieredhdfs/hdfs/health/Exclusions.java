package org.tieredhdfs.hdfs.health;

import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.WeakHashMap;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.jspecify.annotations.Nullable;

/**
 * The volumes that the NameNodes of this process avoid, for the code that is woven in.
 *
 * <p>Each volume object belongs to one NameNode, so those of several do not meet. Reading takes no
 * lock, and one look where nothing is excluded. Thread-safe.
 */
public final class Exclusions {
  private static final Map<Object, IdentityHashMap<DatanodeStorageInfo, Exclusion>> BY_NAMENODE =
      new WeakHashMap<>();

  /** Never changed once it is here. */
  private static volatile IdentityHashMap<DatanodeStorageInfo, Exclusion> all =
      new IdentityHashMap<>();

  private Exclusions() {}

  /** Replaces those of one NameNode. */
  static void publish(Object owner, IdentityHashMap<DatanodeStorageInfo, Exclusion> exclusions) {
    synchronized (BY_NAMENODE) {
      BY_NAMENODE.put(owner, exclusions);
      IdentityHashMap<DatanodeStorageInfo, Exclusion> merged = new IdentityHashMap<>();
      BY_NAMENODE.values().forEach(merged::putAll);
      all = merged;
    }
  }

  /** Whether there are none, as there are most of the time. */
  public static boolean isNone() {
    return all.isEmpty();
  }

  /** How a volume is avoided; null if it is not. */
  public static @Nullable Exclusion of(@Nullable DatanodeStorageInfo storage) {
    IdentityHashMap<DatanodeStorageInfo, Exclusion> now = all;
    return now.isEmpty() || storage == null ? null : now.get(storage);
  }

  public static boolean isExcluded(@Nullable DatanodeStorageInfo storage) {
    return of(storage) != null;
  }

  /** Whether the replicas of a volume no longer count. */
  public static boolean isReplaced(@Nullable DatanodeStorageInfo storage) {
    Exclusion exclusion = of(storage);
    return exclusion != null && exclusion.isReplaced();
  }

  /** Whether a volume gets no new replicas but by a {@linkplain TargetChoice second try}. */
  public static boolean isNoTarget(@Nullable DatanodeStorageInfo storage) {
    Exclusion exclusion = of(storage);
    return exclusion != null && !exclusion.isTarget();
  }

  /**
   * Takes replicas that no longer count out of those among which surplus ones are chosen: else
   * Hadoop deletes others and keeps these.
   */
  public static void keepCounted(Collection<DatanodeStorageInfo> replicas) {
    if (!isNone()) {
      replicas.removeIf(Exclusions::isReplaced);
    }
  }
}
