package org.tieredhdfs.hdfs.health;

import java.beans.ConstructorProperties;

/** How many volumes of a storage type are in which state. A bean, as JMX shows it. Immutable. */
public final class HealthTally {
  private final int reported;
  private final int hung;
  private final int slow;
  private final int excluded;
  private final int replaced;
  private final int beyondCap;

  /** For JMX, too, which makes one of what it has read. */
  @ConstructorProperties({"reported", "hung", "slow", "excluded", "replaced", "beyondCap"})
  public HealthTally(int reported, int hung, int slow, int excluded, int replaced, int beyondCap) {
    this.reported = reported;
    this.hung = hung;
    this.slow = slow;
    this.excluded = excluded;
    this.replaced = replaced;
    this.beyondCap = beyondCap;
  }

  /** Volumes whose DataNodes tell how they serve. */
  public int getReported() {
    return reported;
  }

  /** Those that do not answer: stalled or hung. */
  public int getHung() {
    return hung;
  }

  /** Those that answer but are slow or on probation. */
  public int getSlow() {
    return slow;
  }

  /** Those of the two that the NameNode avoids. */
  public int getExcluded() {
    return excluded;
  }

  /** Those excluded whose replicas no longer count. */
  public int getReplaced() {
    return replaced;
  }

  /** Hung and slow ones that are used like all others, since too many are excluded already. */
  public int getBeyondCap() {
    return beyondCap;
  }
}
