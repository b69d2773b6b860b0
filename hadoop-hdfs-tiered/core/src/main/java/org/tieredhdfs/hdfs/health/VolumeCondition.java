package org.tieredhdfs.hdfs.health;

import java.util.Arrays;

/** How well a volume serves, as its DataNode sees it; with the number that goes over the wire. */
public enum VolumeCondition {
  /** It answers as it should, as far as is known. */
  IN_SERVICE(0),
  /** It answers, but takes much longer than others of its type for the same work. */
  SLOW(1),
  /** It answers, but has hung so often lately that it stays out of use. */
  ON_PROBATION(2),
  /** It has not answered for so long that its users are being cut off. */
  STALLED(3),
  /** It does not answer. */
  HUNG(4),
  /**
   * It has not answered for a moment, which may mean nothing: it is used as one in service, but
   * does not count among those that answer. Earlier versions take it for one in service.
   */
  SUSPECTED(5);

  private final int number;

  VolumeCondition(int number) {
    this.number = number;
  }

  /** The number on the wire; never changes. */
  public int number() {
    return number;
  }

  /** The one of a number; one that is not known here counts as in service. */
  public static VolumeCondition of(long number) {
    return Arrays.stream(values())
        .filter(condition -> condition.number == number)
        .findFirst()
        .orElse(IN_SERVICE);
  }

  /** Whether its replicas had better be read from and copied from elsewhere. */
  public boolean isUnhealthy() {
    return this != IN_SERVICE && this != SUSPECTED;
  }

  /** Whether it answered when last asked, however slowly. */
  public boolean answers() {
    return this == IN_SERVICE || this == SLOW;
  }

  /** Whether who asks for a block there waits. */
  public boolean isStuck() {
    return this == STALLED || this == HUNG;
  }
}
