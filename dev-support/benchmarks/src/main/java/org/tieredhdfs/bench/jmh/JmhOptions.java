package org.tieredhdfs.bench.jmh;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.tieredhdfs.localcluster.cli.ClusterOption;
import picocli.CommandLine.Option;

/** The options of every command that measures by JMH. */
public final class JmhOptions {
  @Option(
      names = "--iterations",
      description =
          "measurements of --seconds each in a process, after as many to warm up (default:"
              + " ${DEFAULT-VALUE})")
  private int iterations;

  @Option(
      names = "--seconds",
      description = "length of one measurement (default: ${DEFAULT-VALUE})")
  private int seconds;

  @Option(names = "--out", description = "file for the results (default: ${DEFAULT-VALUE})")
  private Path out;

  /**
   * @param iterations if nothing else is asked for
   * @param seconds of each, if nothing else is asked for
   * @param name of the file for the results, in target/bench of the repository
   */
  public JmhOptions(int iterations, int seconds, String name) {
    this.iterations = iterations;
    this.seconds = seconds;
    out = ClusterOption.home().resolve("target/bench").resolve(name);
  }

  /** A run as it is asked for, in which neither forks nor threads are set. */
  ChainedOptionsBuilder of(Class<?> benchmark) {
    return new OptionsBuilder()
        .include(benchmark.getName())
        .warmupIterations(iterations)
        .warmupTime(TimeValue.seconds(seconds))
        .measurementIterations(iterations)
        .measurementTime(TimeValue.seconds(seconds));
  }

  /** Writes the results to their file and to standard output. */
  void write(JmhTable results) throws IOException {
    List<String> lines = results.lines();
    Path folder = out.toAbsolutePath().getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
    Files.write(out, lines);
    lines.forEach(System.out::println);
  }
}
