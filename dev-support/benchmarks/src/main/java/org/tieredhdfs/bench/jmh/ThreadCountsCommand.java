package org.tieredhdfs.bench.jmh;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A command that runs a JMH benchmark with several numbers of threads and writes a table. */
abstract class ThreadCountsCommand implements Callable<Integer> {
  private static final int ITERATIONS = 3;
  private static final int SECONDS = 1;

  @Option(
      names = "--threads",
      split = ",",
      description = "numbers of threads (default: ${DEFAULT-VALUE})",
      defaultValue = "1,4,16")
  private List<Integer> threads = List.of();

  @Mixin private final JmhOptions jmh;

  private final Class<?> benchmark;
  private final JmhTable table;

  /**
   * @param name of the file for the results
   */
  ThreadCountsCommand(Class<?> benchmark, String name, JmhTable table) {
    this.benchmark = benchmark;
    this.table = table;
    jmh = new JmhOptions(ITERATIONS, SECONDS, name);
  }

  @Override
  public final Integer call() throws IOException, RunnerException {
    for (int count : threads) {
      table.add(new Runner(jmh.of(benchmark).forks(1).threads(count).build()).run());
    }
    jmh.write(table);
    return 0;
  }
}
