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

  @Mixin private JmhOptions jmh;

  @Override
  public Integer call() throws IOException, RunnerException {
    List<String> lines = new ArrayList<>();
    lines.add("policy\tvolumes\tthreads\tnanosPerChoice\terror");
    for (int count : jmh.threads()) {
      for (RunResult result : jmh.run(ChooseVolumeBenchmark.class, count)) {
        lines.add(line(result, count));
      }
    }
    JmhResults.write(out, lines);
    return 0;
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
