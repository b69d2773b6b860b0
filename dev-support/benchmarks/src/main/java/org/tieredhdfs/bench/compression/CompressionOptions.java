package org.tieredhdfs.bench.compression;

import java.nio.file.Path;
import java.util.Locale;
import org.tieredhdfs.bench.study.StudyScale;

/**
 * The options of {@code bench ycsb-compression} beyond those of every benchmark.
 *
 * @param home the root of the repository, where the profile is
 * @param scale of the loads
 * @param mediaFactor by which all devices are slower than their models
 * @param resume whether to go on with what an earlier run has measured
 * @param warmUp whether each cluster first does what is not measured, so that code is compiled
 */
public record CompressionOptions(
    Path home, StudyScale scale, double mediaFactor, boolean resume, boolean warmUp) {
  public static final StudyScale USUAL = new StudyScale(1.0 / 64, 2);
  public static final StudyScale QUICK = new StudyScale(1.0 / 128, 1);

  /** By what rows can be compared. */
  String scaleText() {
    return scale.text()
        + String.format(Locale.ROOT, ", media %.1f times slower", mediaFactor)
        + (warmUp ? "" : ", not warmed up");
  }
}
