package org.tieredhdfs.tiering.rule;

import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/**
 * How much a round may change, and when. Immutable.
 *
 * @param files that get another policy
 * @param bytes of their content; the file that reaches them is the last
 * @param windows the times of day; always if there are none
 */
public record RoundLimits(int files, long bytes, List<TimeOfDayWindow> windows) {
  /**
   * Reads them.
   *
   * @throws org.tieredhdfs.hdfs.conf.ConfigurationFaultsException if one is wrong
   */
  public static RoundLimits of(Configuration conf) {
    return new RoundLimits(
        TieringKeys.MAX_FILES.getInt(conf),
        TieringKeys.MAX_BYTES.getSizeBytes(conf),
        TieringKeys.windows(conf));
  }

  /** Whether one more file may be changed now. */
  public boolean allow(int changedFiles, long changedBytes) {
    return changedFiles < files && changedBytes < bytes && untilOpen().isZero();
  }

  /** How long the next window is closed yet; zero while one is open. */
  public Duration untilOpen() {
    LocalTime now = LocalTime.now(ZoneId.systemDefault());
    return windows.stream()
        .map(window -> window.untilOpen(now))
        .min(Comparator.naturalOrder())
        .orElse(Duration.ZERO);
  }
}
