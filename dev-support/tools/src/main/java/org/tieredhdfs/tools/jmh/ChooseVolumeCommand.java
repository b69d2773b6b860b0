package org.tieredhdfs.tools.jmh;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs {@link ChooseVolumeBenchmark} with several numbers of threads and writes a table. */
@Command(
    name = "choose-volume",
    description =
        "Measures by JMH what it costs to choose a volume, ours against Hadoop's policies; takes"
            + " about 7 minutes.")
public final class ChooseVolumeCommand implements Callable<Integer> {
  @Option(
      names = "--out",
      description = "File for the results (default: ${DEFAULT-VALUE}).",
      defaultValue = "target/bench/choose-volume.tsv")
  private Path out;

  @Option(
      names = "--threads",
      split = ",",
      description = "Numbers of threads (default: ${DEFAULT-VALUE}).",
      defaultValue = "1,4,16")
  private List<Integer> threads;

  @Option(
      names = "--iterations",
      description = "Measurements of --seconds each, after as many to warm up.",
      defaultValue = "3")
  private int iterations;

  @Option(
      names = "--seconds",
      description = "Length of one measurement (default: ${DEFAULT-VALUE}).",
      defaultValue = "1")
  private int seconds;

  @Override
  public Integer call() throws IOException, RunnerException {
    List<String> lines = new ArrayList<>();
    lines.add("policy\tvolumes\tthreads\tnanosPerChoice\terror");
    for (int count : threads) {
      for (RunResult result : new Runner(options(count)).run()) {
        lines.add(line(result, count));
      }
    }
    ResultFile.write(out, lines);
    return 0;
  }

  private Options options(int count) {
    return new OptionsBuilder()
        .include(ChooseVolumeBenchmark.class.getName())
        .threads(count)
        .forks(1)
        .warmupIterations(iterations)
        .warmupTime(TimeValue.seconds(seconds))
        .measurementIterations(iterations)
        .measurementTime(TimeValue.seconds(seconds))
        .build();
  }

  private static String line(RunResult result, int count) {
    return String.format(
        Locale.ROOT,
        "%s\t%s\t%d\t%.0f\t%.0f",
        result.getParams().getParam("policy"),
        result.getParams().getParam("volumes"),
        count,
        result.getPrimaryResult().getScore(),
        result.getPrimaryResult().getScoreError());
  }
}
