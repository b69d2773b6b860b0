package org.tieredhdfs.bench.rows;

import java.nio.file.Path;
import java.util.Locale;

/**
 * The options of every benchmark that repeats a study on one machine.
 *
 * @param home the root of the repository, where profiles are
 * @param mediaFactor by which all devices are slower than their models
 * @param resume whether to go on with what an earlier run has measured
 */
public record ScaledRun(Path home, double mediaFactor, boolean resume) {

  /**
   * By what rows can be compared.
   *
   * @param scale of the data
   */
  public String text(String scale) {
    return scale + String.format(Locale.ROOT, ", media %.1f times slower", mediaFactor);
  }

  /**
   * The same where clusters do something that is not measured first, so that code is compiled.
   *
   * @param warmUp whether they do
   */
  public String text(String scale, boolean warmUp) {
    return text(scale) + (warmUp ? "" : ", not warmed up");
  }
}
