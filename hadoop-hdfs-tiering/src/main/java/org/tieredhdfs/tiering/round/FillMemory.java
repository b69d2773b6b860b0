package org.tieredhdfs.tiering.round;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Which policies this process has set to fill storage types, and when.
 *
 * <p>What another process set may have failed: it is not known until an image shows it. Remembers
 * what was set since the image, and what has not stayed for long enough. Used by one thread.
 */
final class FillMemory {
  private final LongSupplier clockMs;
  private final long beginMs;
  private final Map<Long, Setting> byInode = new HashMap<>();

  private record Setting(byte policy, long sinceMs) {}

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

  int size() {
    return byInode.size();
  }
}
