package org.tieredhdfs.localcluster.spec;

/** Refuses numbers that an option does not allow, with the same sentence for all of them. */
public final class OptionRange {
  private OptionRange() {}

  /**
   * For a number that counts something: at least one.
   *
   * @throws IllegalArgumentException with one sentence that names the option and the value
   */
  public static void require(String option, long value, long max) {
    require(option, value, 1, max, "");
  }

  /**
   * @param unit that stands behind the numbers, with a space before it, or nothing
   * @throws IllegalArgumentException with one sentence that names the option and the value
   */
  public static void require(String option, long value, long min, long max, String unit) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          String.format(
              "%s: '%d%s' is not allowed; it has to be from %d to %d%s",
              option, value, unit, min, max, unit));
    }
  }
}
