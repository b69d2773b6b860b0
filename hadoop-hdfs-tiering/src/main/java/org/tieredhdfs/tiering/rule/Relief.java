package org.tieredhdfs.tiering.rule;

import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.fs.StorageType;
import org.tieredhdfs.tiering.image.FileInode;

/**
 * Which files leave a storage type that is too full: of each owner's files the coldest, the same
 * share of what each has there. Used by one thread, for one image.
 *
 * <p>The age of a file counts from its last write, or read if the NameNode keeps the times of
 * reads. Ages are told apart to a fifth of their length.
 */
final class Relief {
  private static final int AGES = 100;
  private static final double AGES_FOR_TWICE = 4;
  private static final double AN_HOUR_MS = 3_600_000;
  private static final double PERCENT = 100;

  private final StorageType type;
  private final int highPercent;
  private final int lowPercent;
  private final FileFacts facts;
  private final boolean hasReadTimes;
  private final Map<String, Files> byOwner = new HashMap<>();
  private long wantedThere;
  private long offered;

  /** Those of an owner, and what is chosen of them. */
  private static final class Files {
    private final long[] bytesByAge = new long[AGES];
    private int youngest = AGES;
    private long leftOfYoungest;

    void choose(long bytes) {
      leftOfYoungest = bytes;
      youngest = AGES - 1;
      while (youngest > 0 && bytesByAge[youngest] < leftOfYoungest) {
        leftOfYoungest -= bytesByAge[youngest--];
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

  /** Whether the type has reached its mark. */
  boolean isDue(Map<StorageType, TypeUse> uses) {
    return isDue(TypeUse.of(uses, type), Long.MAX_VALUE);
  }

  private boolean isDue(TypeUse use, long wanted) {
    long there = Math.min(use.usedBytes(), wanted);
    return there > 0 && there >= use.capacityBytes() * (highPercent / PERCENT);
  }

  /** Counts what a file stores on the type, by its policy. */
  void weigh(FileInode file) {
    wantedThere += file.lengthBytes() * replicas(file, file.policy());
  }

  private int replicas(FileInode file, byte policy) {
    return facts.policies().replicasOn(type, policy, file.replication());
  }

  /** What leaves the type if a file gets another policy, in bytes; not below 0. */
  long freedBytes(FileInode file, byte policy) {
    int fewer = replicas(file, file.policy()) - replicas(file, policy);
    return Math.max(0, fewer) * file.lengthBytes();
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
   */
  void choose(Map<StorageType, TypeUse> uses) {
    TypeUse use = TypeUse.of(uses, type);
    if (!isDue(use, wantedThere) || offered == 0) {
      return;
    }
    double low = use.capacityBytes() * (lowPercent / PERCENT);
    double share = Math.min(1, (Math.min(use.usedBytes(), wantedThere) - low) / offered);
    for (Files files : byOwner.values()) {
      long bytes = 0;
      for (long some : files.bytesByAge) {
        bytes += some;
      }
      files.choose((long) Math.ceil(bytes * share));
    }
  }

  /** Whether a file is chosen. */
  boolean takes(FileInode file, long freedBytes) {
    Files files = byOwner.get(file.owner());
    int age = age(file);
    return freedBytes > 0
        && files != null
        && (age > files.youngest || (age == files.youngest && files.leftOfYoungest > 0));
  }

  /** Counts a chosen file that gets another policy. */
  void took(FileInode file, long freedBytes) {
    Files files = byOwner.get(file.owner());
    if (files != null && age(file) == files.youngest) {
      files.leftOfYoungest -= freedBytes;
    }
  }
}
