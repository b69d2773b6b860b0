package org.tieredhdfs.tiering.round;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.hadoop.fs.StorageType;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.tiering.rule.TypeFill;

/**
 * Which policies this process has set to fill storage types, and when; and what the types had.
 *
 * <p>What another process set may have failed: it is not known until an image shows it. Remembers
 * what was set since the image, and what has not stayed for long enough. Used by one thread.
 */
final class FillMemory {
  private final LongSupplier clockMs;
  private final long beginMs;
  private final Map<Long, Setting> byInode = new HashMap<>();
  private final Map<StorageType, Capacity> capacities = new HashMap<>();

  private record Setting(byte policy, long sinceMs) {}

  private record Capacity(TypeFill fill, long seenMs) {}

  FillMemory() {
    this(() -> TimeUnit.NANOSECONDS.toMillis(System.nanoTime()));
  }

  FillMemory(LongSupplier clockMs) {
    this.clockMs = clockMs;
    beginMs = clockMs.getAsLong();
  }

  /** Remembers that a file was given a policy, or 0 for none. */
  void set(long inode, byte policy) {
    byInode.put(inode, new Setting(policy, clockMs.getAsLong()));
  }

  /** Whether this process has set that policy. */
  boolean hasSet(long inode, int policy) {
    @Nullable Setting setting = byInode.get(inode);
    return setting != null && setting.policy() == policy;
  }

  /** Whether a file has its policy for some time; one of before counts from the begin. */
  boolean hasStayed(long inode, long stayMs) {
    @Nullable Setting setting = byInode.get(inode);
    return clockMs.getAsLong() - (setting == null ? beginMs : setting.sinceMs()) >= stayMs;
  }

  /** Forgets what the image shows and what has stayed. */
  void forget(GivenPolicies given, long stayMs) {
    byInode.keySet().removeIf(inode -> !given.wasGivenSince(inode) && hasStayed(inode, stayMs));
  }

  /** What types have; less than before counts only after some time, as DataNodes come back. */
  Map<StorageType, TypeFill> largest(Map<StorageType, TypeFill> now, long stayMs) {
    long nowMs = clockMs.getAsLong();
    now.forEach(
        (type, fill) -> {
          Capacity seen = capacities.get(type);
          if (seen == null || fill.capacityBytes() >= seen.fill().capacityBytes()) {
            capacities.put(type, new Capacity(fill, nowMs));
          }
        });
    Map<StorageType, TypeFill> largest = new HashMap<>();
    for (Map.Entry<StorageType, Capacity> one : capacities.entrySet()) {
      TypeFill fill = now.get(one.getKey());
      if (fill != null && nowMs - one.getValue().seenMs() >= stayMs) {
        one.setValue(new Capacity(fill, nowMs));
      }
      largest.put(one.getKey(), one.getValue().fill());
    }
    return largest;
  }

  int size() {
    return byInode.size();
  }
}
