package org.tieredhdfs.hdfs.health;

import java.util.Arrays;

/**
 * How well a volume serves, as its DataNode sees it, and what follows from that; {@code
 * docs/fail-slow.md} has the same table for operators.
 */
public enum VolumeCondition {
  // number on the wire, never changes; answers; is unhealthy; is stuck
  /** It answers as it should, as far as is known. */
  IN_SERVICE(0, true, false, false),
  /** It answers, but takes much longer than others of its type for the same work. */
  SLOW(1, true, true, false),
  /** It answers, but has hung so often lately that it stays out of use. */
  ON_PROBATION(2, false, true, false),
  /** It has not answered for so long that its users are being cut off. */
  STALLED(3, false, true, true),
  /** It does not answer. */
  HUNG(4, false, true, true),
  /**
   * It has not answered for a moment, which may mean nothing: it is used as one in service, but
   * does not count among those that answer. Earlier versions take it for one in service.
   */
  SUSPECTED(5, false, false, false);

  private final int number;
  private final boolean answers;
  private final boolean isUnhealthy;
  private final boolean isStuck;

  VolumeCondition(int number, boolean answers, boolean isUnhealthy, boolean isStuck) {
    this.number = number;
    this.answers = answers;
    this.isUnhealthy = isUnhealthy;
    this.isStuck = isStuck;
  }

  /** The number on the wire. */
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
    return isUnhealthy;
  }

  /** Whether it answered when last asked, however slowly, and counts among those that answer. */
  public boolean answers() {
    return answers;
  }

  /** Whether who asks for a block there waits. */
  public boolean isStuck() {
    return isStuck;
  }
}
