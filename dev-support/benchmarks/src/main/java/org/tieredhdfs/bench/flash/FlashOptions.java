package org.tieredhdfs.bench.flash;

import java.nio.file.Path;
import java.util.Locale;

/**
 * The options of {@code bench ycsb-flash} beyond those of every benchmark.
 *
 * @param home the root of the repository, where the profiles are
 * @param scale of the datasets, and what is swept
 * @param mediaFactor by which all devices are slower than their models
 * @param resume whether to go on with what an earlier run has measured
 * @param warmUp whether each cluster first does what is not measured, so that code is compiled
 */
public record FlashOptions(
    Path home, FlashScale scale, double mediaFactor, boolean resume, boolean warmUp) {

  /** By what rows can be compared; the sweeps are in the names of cases. */
  String scaleText() {
    return scale.text()
        + String.format(Locale.ROOT, ", media %.1f times slower", mediaFactor)
        + (warmUp ? "" : ", not warmed up");
  }
}
