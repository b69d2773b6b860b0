package org.tieredhdfs.bench.jmh;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.RunnerException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs {@link VolumeIoBenchmark} with several numbers of threads and writes a table. */
@Command(
    name = "volume-io",
    description =
        "Measures by JMH what it costs a packet to be counted at its volume, against Hadoop's own"
            + " way to a file; takes about a minute.")
public final class VolumeIoCommand implements Callable<Integer> {
  @Option(
      names = "--out",
      description = "File for the results (default: ${DEFAULT-VALUE}).",
      defaultValue = "target/bench/volume-io.tsv")
  private Path out;

  @Mixin private JmhOptions jmh;

  @Override
  public Integer call() throws IOException, RunnerException {
    List<String> lines = new ArrayList<>();
    lines.add("benchmark\tside\tthreads\tnanosPerPacket\terror");
    for (int count : jmh.threads()) {
      for (RunResult result : jmh.run(VolumeIoBenchmark.class, count)) {
        lines.add(
            String.format(
                Locale.ROOT,
                "%s\t%s\t%d\t%.0f\t%.0f",
                result.getPrimaryResult().getLabel(),
                result.getParams().getParam("side"),
                count,
                result.getPrimaryResult().getScore(),
                result.getPrimaryResult().getScoreError()));
      }
    }
    JmhResults.write(out, lines);
    return 0;
  }
}
