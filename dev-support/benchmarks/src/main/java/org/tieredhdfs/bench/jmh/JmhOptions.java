package org.tieredhdfs.bench.jmh;

import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import picocli.CommandLine.Option;

/** The options of commands that run a JMH benchmark with several numbers of threads. */
final class JmhOptions {
  @Option(
      names = "--threads",
      split = ",",
      description = "Numbers of threads (default: ${DEFAULT-VALUE}).",
      defaultValue = "1,4,16")
  private List<Integer> threads = List.of();

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

  List<Integer> threads() {
    return threads;
  }

  Collection<RunResult> run(Class<?> benchmark, int threadCount) throws RunnerException {
    return new Runner(
            new OptionsBuilder()
                .include(benchmark.getName())
                .threads(threadCount)
                .forks(1)
                .warmupIterations(iterations)
                .warmupTime(TimeValue.seconds(seconds))
                .measurementIterations(iterations)
                .measurementTime(TimeValue.seconds(seconds))
                .build())
        .run();
  }
}
