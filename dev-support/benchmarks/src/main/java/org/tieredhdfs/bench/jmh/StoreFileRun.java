package org.tieredhdfs.bench.jmh;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** Runs {@link StoreFileBenchmark} on a file system. */
public final class StoreFileRun {
  private StoreFileRun() {}

  /**
   * @param fileSystem URI of the HDFS to write to
   * @return a heading and a line for each engine and number of cells, between tabs
   */
  public static List<String> run(String fileSystem, int forks, int iterations, int seconds)
      throws RunnerException {
    List<String> lines = new ArrayList<>();
    lines.add("engine\tcells\tmicrosPerFile\terror");
    OptionsBuilder options = new OptionsBuilder();
    options
        .include(StoreFileBenchmark.class.getName())
        .threads(1)
        .forks(forks)
        .jvmArgsAppend("-D" + StoreFileBenchmark.FILE_SYSTEM + "=" + fileSystem)
        .warmupIterations(iterations)
        .warmupTime(TimeValue.seconds(seconds))
        .measurementIterations(iterations)
        .measurementTime(TimeValue.seconds(seconds));
    for (RunResult result : new Runner(options.build()).run()) {
      lines.add(
          String.format(
              Locale.ROOT,
              "%s\t%s\t%.0f\t%.0f",
              result.getParams().getParam("engine"),
              result.getParams().getParam("cells"),
              result.getPrimaryResult().getScore(),
              result.getPrimaryResult().getScoreError()));
    }
    return lines;
  }
}
