package org.tieredhdfs.bench.study;

import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The options of {@code bench ycsb} beyond those of every benchmark.
 *
 * @param home the root of the repository, where the profiles are
 * @param scale of the loads
 * @param mediaFactor by which all devices are slower than their models
 * @param resume whether to go on with what an earlier run has measured
 * @param warmUpRecords how many records each cluster loads first, so that code is compiled; 0 for
 *     none
 * @param page where to write the page of the documentation, if anywhere
 */
public record StudyOptions(
    Path home,
    StudyScale scale,
    double mediaFactor,
    boolean resume,
    int warmUpRecords,
    @Nullable Path page) {
  /** Too few to have all hot code compiled: what an operation costs is seen after more. */
  public static final int USUAL_WARM_UP_RECORDS = 20_000;

  /** By what rows can be compared. */
  String scaleText() {
    return scale.text()
        + String.format(Locale.ROOT, ", media %.1f times slower", mediaFactor)
        + warmUpText();
  }

  private String warmUpText() {
    return switch (warmUpRecords) {
      case USUAL_WARM_UP_RECORDS -> "";
      case 0 -> ", not warmed up";
      default -> String.format(Locale.ROOT, ", warmed up by %d records", warmUpRecords);
    };
  }
}
