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
 * @param warmUp whether each cluster first does what is not measured, so that code is compiled
 * @param page where to write the page of the documentation, if anywhere
 */
public record StudyOptions(
    Path home,
    StudyScale scale,
    double mediaFactor,
    boolean resume,
    boolean warmUp,
    @Nullable Path page) {

  /** By what rows can be compared. */
  String scaleText() {
    return scale.text()
        + String.format(Locale.ROOT, ", media %.1f times slower", mediaFactor)
        + (warmUp ? "" : ", not warmed up");
  }
}
