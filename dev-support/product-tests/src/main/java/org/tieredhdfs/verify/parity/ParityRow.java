package org.tieredhdfs.verify.parity;

import java.util.List;

/**
 * The result of one seed.
 *
 * @param seed of its schedule
 * @param subject scenario, number of faults and versions, the same for all rows of a file
 * @param verdict {@code good}, {@code worse}, {@code unsure} if not each of our plays was worse
 *     than each of Apache's, or {@code failed} if nothing can be said
 * @param differences in what ours was worse, those of the first comparison first
 * @param schedule what was played
 * @param plays one on each side, and more as long as ours looks worse
 * @param tookMs all of it
 */
public record ParityRow(
    long seed,
    String subject,
    String verdict,
    List<String> differences,
    List<String> schedule,
    List<PlayResult> plays,
    long tookMs) {
  static final String GOOD = "good";
  static final String WORSE = "worse";
  static final String UNSURE = "unsure";
  static final String FAILED = "failed";

  public ParityRow {
    differences = List.copyOf(differences);
    schedule = List.copyOf(schedule);
    plays = List.copyOf(plays);
  }

  boolean isBad() {
    return verdict.equals(WORSE) || verdict.equals(FAILED);
  }
}
