package org.tieredhdfs.verify.parity;

/** What schedules are like: random, or one that has shown a difference. */
public enum Scenario {
  /** Operations and faults that follow from the seed. */
  RANDOM,
  /** One flipped bit in one of three synced replicas whose DataNodes were all killed. */
  LOSS,
  /** Small files beside a large one that is synced at its end, on three slow disks. */
  REFUSAL;
}
