package org.tieredhdfs.bench.dfsio;

import java.nio.file.Path;
import java.util.Locale;

/**
 * The options of {@code bench dfsio} beyond those of every benchmark.
 *
 * @param home the root of the repository
 * @param scale of the files
 * @param mediaFactor by which all devices are slower than their models
 * @param warmUpSec for how long each cluster is read from before anything counts; once at least
 * @param resume whether to go on with what an earlier run has measured
 */
public record DfsioOptions(
    Path home, DfsioScale scale, double mediaFactor, int warmUpSec, boolean resume) {

  /** By what rows can be compared. */
  String scaleText() {
    return scale.text() + String.format(Locale.ROOT, ", media %.1f times slower", mediaFactor);
  }
}
