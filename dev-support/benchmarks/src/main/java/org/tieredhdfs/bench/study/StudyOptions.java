package org.tieredhdfs.bench.study;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.bench.rows.ScaledRun;

/**
 * The options of {@code bench ycsb} beyond those of every benchmark.
 *
 * @param scaled those of every study
 * @param scale of the loads
 * @param warmUpRecords how many records each cluster loads first, so that code is compiled; 0 for
 *     none
 * @param page where to write the page of the documentation, if anywhere
 */
public record StudyOptions(
    ScaledRun scaled, StudyScale scale, int warmUpRecords, @Nullable Path page) {
  /** Too few to have all hot code compiled: what an operation costs is seen after more. */
  public static final int USUAL_WARM_UP_RECORDS = 20_000;

  /** By what rows can be compared. */
  String scaleText() {
    String text = scaled.text(scale.text(), warmUpRecords > 0);
    return warmUpRecords == 0 || warmUpRecords == USUAL_WARM_UP_RECORDS
        ? text
        : text + ", warmed up by " + warmUpRecords + " records";
  }
}
