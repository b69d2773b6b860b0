package org.tieredhdfs.hdfs.datanode.volume;

import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.health.VolumeCondition;

/**
 * What the judge of volumes holds of one of them; {@code docs/fail-slow.md} has a table of what
 * follows from it.
 *
 * <p>Of a type's volumes not more than half are hidden. One that is slow stays so, for the policy
 * that chooses volumes, while something worse is its condition.
 *
 * @param areReadsStuck whether calls that read are among those that take too long
 * @param areWritesStuck the same of calls that change something
 * @param hang if it hangs
 * @param isHidden whether it is out of use
 */
public record Judgement(
    VolumeCondition condition,
    boolean areReadsStuck,
    boolean areWritesStuck,
    @Nullable Hang hang,
    boolean isHidden) {

  /** Of a volume of which nothing bad is known. */
  public static final Judgement IN_SERVICE = of(VolumeCondition.IN_SERVICE);

  /**
   * A volume does not answer.
   *
   * @param sinceNanos when the oldest call that is stuck began
   * @param reading whether one that reads is stuck; a frozen file system still reads
   * @param report what the oldest is stuck in, for people
   */
  public record Hang(long sinceNanos, boolean reading, String report) {}

  /** One in which no call takes too long. */
  public static Judgement of(VolumeCondition condition) {
    return new Judgement(condition, false, false, null, false);
  }

  /** Of a volume that hangs. */
  public static Judgement hung(Hang hang, boolean isHidden) {
    return new Judgement(VolumeCondition.HUNG, hang.reading(), true, hang, isHidden);
  }

  /** Of one that stalls. */
  public static Judgement stalled(boolean reads, boolean writes) {
    return new Judgement(VolumeCondition.STALLED, reads, writes, null, false);
  }

  /** Whether who asks something of the volume waits. */
  public boolean isStuck() {
    return condition.isStuck();
  }

  /** Whether a new block should go to another volume, if there is one. */
  public boolean isBetterAvoided() {
    return areWritesStuck || condition == VolumeCondition.ON_PROBATION;
  }
}
