package org.tieredhdfs.tiering.rule;

import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.fs.StorageType;
import org.tieredhdfs.tiering.image.FileInode;

/**
 * Which files leave a storage type that is too full: of each owner's files the coldest, the same
 * share of what each has there, but no more in all than have to. Used by one thread, for one image.
 *
 * <p>The age of a file counts from its last write, or read if the NameNode keeps the times of
 * reads. Ages are told apart to a fifth of their length.
 */
final class Relief {
  private static final int AGES = 100;
  private static final double AGES_FOR_TWICE = 4;
  private static final double AN_HOUR_MS = 3_600_000;
  private static final double PERCENT = 100;
  static final int USUAL_REPLICATION = 3;

  private final StorageType type;
  private final int highPercent;
  private final int lowPercent;
  private final FileFacts facts;
  private final boolean hasReadTimes;
  private final Map<String, Files> byOwner = new HashMap<>();
  private long wantedThere;
  private long offered;
  private long chosen;
  private long left;

  /** Those of an owner, and what is chosen of them. */
  private static final class Files {
    private final long[] bytesByAge = new long[AGES];
    private int youngest = AGES;
    private long ofYoungest;
    private long left;

    void choose(double share) {
      long all = 0;
      for (long some : bytesByAge) {
        all += some;
      }
      ofYoungest = (long) Math.ceil(all * share);
      youngest = AGES - 1;
      while (youngest > 0 && bytesByAge[youngest] < ofYoungest) {
        ofYoungest -= bytesByAge[youngest--];
      }
    }
  }

  Relief(StorageType type, int highPercent, int lowPercent, FileFacts facts) {
    this.type = type;
    this.highPercent = highPercent;
    this.lowPercent = lowPercent;
    this.facts = facts;
    this.hasReadTimes = facts.hasReadTimes().getAsBoolean();
  }

  StorageType type() {
    return type;
  }

  /** Whether the type has reached its mark. */
  boolean isDue(Map<StorageType, TypeFill> fills) {
    TypeFill fill = TypeFill.of(fills, type);
    return fill.usedBytes() > 0
        && fill.usedBytes() >= fill.capacityBytes() * (highPercent / PERCENT);
  }

  /** Whether no replica of a usual file would leave the type by a policy. */
  boolean keepsAll(byte policy) {
    return facts.policies().replicasOn(type, policy, USUAL_REPLICATION) == USUAL_REPLICATION;
  }

  /** Counts what a file stores on the type, by its policy. */
  void weigh(FileInode file) {
    wantedThere += storedBytes(file, file.policy());
  }

  private long storedBytes(FileInode file, byte policy) {
    return facts.policies().replicasOn(type, policy, file.replication()) * file.storedBytesOfOne();
  }

  /** What leaves the type if a file gets another policy, in bytes; not below 0. */
  long freedBytes(FileInode file, byte policy) {
    return Math.max(0, storedBytes(file, file.policy()) - storedBytes(file, policy));
  }

  /** Lets it choose a file. */
  void offer(FileInode file, long freedBytes) {
    Files files = byOwner.computeIfAbsent(file.owner(), owner -> new Files());
    files.bytesByAge[age(file)] += freedBytes;
    offered += freedBytes;
  }

  private int age(FileInode file) {
    long usedMs = hasReadTimes ? Math.max(file.writtenMs(), file.readMs()) : file.writtenMs();
    double hours = Math.max(0, facts.nowMs() - usedMs) / AN_HOUR_MS;
    return (int) Math.min(AGES - 1, AGES_FOR_TWICE * Math.log1p(hours) / Math.log(2));
  }

  /**
   * Chooses, when all files were weighed and offered. What policies want elsewhere counts as moved
   * there already.
   *
   * @param othersChose what leaves the type by other rules, in bytes
   */
  void choose(Map<StorageType, TypeFill> fills, long othersChose) {
    TypeFill fill = TypeFill.of(fills, type);
    double low = fill.capacityBytes() * (lowPercent / PERCENT);
    double excess = Math.min(fill.usedBytes(), wantedThere) - othersChose - low;
    if (excess <= 0 || offered == 0) {
      return;
    }
    chosen = (long) Math.ceil(Math.min(excess, (double) offered));
    byOwner.values().forEach(files -> files.choose((double) chosen / offered));
  }

  /** Bytes that are to leave the type by this rule. */
  long chosenBytes() {
    return chosen;
  }

  /** Begins another reading of the image. */
  void restart() {
    left = chosen;
    byOwner.values().forEach(files -> files.left = files.ofYoungest);
  }

  /** Whether a file is chosen. */
  boolean takes(FileInode file, long freedBytes) {
    if (left <= 0 || freedBytes <= 0) {
      return false;
    }
    Files files = byOwner.get(file.owner());
    int age = age(file);
    return files != null && (age > files.youngest || (age == files.youngest && files.left > 0));
  }

  /** Counts a chosen file that gets another policy. */
  void took(FileInode file, long freedBytes) {
    left -= freedBytes;
    Files files = byOwner.get(file.owner());
    if (files != null && age(file) == files.youngest) {
      files.left -= freedBytes;
    }
  }
}
