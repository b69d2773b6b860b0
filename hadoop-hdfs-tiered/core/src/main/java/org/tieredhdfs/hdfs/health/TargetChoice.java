package org.tieredhdfs.hdfs.health;

/**
 * Whether a choice of targets for replicas avoids volumes that hang or are slow. It does at first;
 * where that finds too few, the second try does not, so that a block gets as many replicas as with
 * Apache Hadoop.
 *
 * <p>Hadoop tries again in this way itself, with DataNodes that it has not heard of for a while.
 * Called by woven code, for the calling thread.
 */
public final class TargetChoice {
  private static final ThreadLocal<Integer> TRIES = ThreadLocal.withInitial(() -> 0);

  private TargetChoice() {}

  /**
   * A try begins, within another or not.
   *
   * @return for {@link #end}
   */
  public static int begin() {
    int before = TRIES.get();
    TRIES.set(before + 1);
    return before;
  }

  /** A try has ended. */
  public static void end(int before) {
    TRIES.set(before);
  }

  /** Whether Hadoop has to try again if it finds too few, because volumes are avoided. */
  public static boolean isCautious() {
    return avoids() && !Exclusions.isNone();
  }

  /** Whether volumes are avoided now. */
  public static boolean avoids() {
    return TRIES.get() <= 1;
  }
}
