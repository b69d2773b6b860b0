package org.tieredhdfs.bench.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.bench.BenchCluster;
import org.tieredhdfs.bench.jmh.JmhResults;
import org.tieredhdfs.bench.jmh.StoreFileRun;
import org.tieredhdfs.localcluster.cli.ClusterOption;
import org.tieredhdfs.localcluster.cli.ConsoleProgress;
import org.tieredhdfs.localcluster.media.VolumeLayout;
import org.tieredhdfs.localcluster.spec.ClassPaths;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What placement costs each store file. */
@Command(
    name = "hbase-hook",
    sortOptions = false,
    description = {
      "Measures by JMH what a store file costs that HBase's store engine creates, and ours, which"
          + " puts a policy on it: with one cell and with 10,000, on an HDFS of one DataNode.",
      "Takes about 8 minutes."
    })
public final class BenchHbaseHookCommand implements Callable<Integer> {
  @Mixin ClusterOption cluster;

  @Option(
      names = "--forks",
      description = "processes, one after the other, for each figure (default: ${DEFAULT-VALUE})")
  private int forks = 3;

  @Option(
      names = "--iterations",
      description =
          "measurements of --seconds each in a process, after as many to warm up (default:"
              + " ${DEFAULT-VALUE})")
  private int iterations = 5;

  @Option(
      names = "--seconds",
      description = "length of one measurement (default: ${DEFAULT-VALUE})")
  private int seconds = 3;

  @Option(
      names = "--out",
      description = "file for the results; by default target/bench/hbase-hook.tsv")
  private @Nullable Path out;

  @Override
  public Integer call() throws Exception {
    ConsoleProgress progress = ConsoleProgress.onStandardError();
    ClusterSpec spec =
        ClusterSpec.builder(cluster.dir(), ClassPaths.built(ClusterOption.home()))
            .hbase(false)
            .dataNodes(1)
            .layout(VolumeLayout.parse("DISK=1"))
            .build();
    Path given = out;
    try (BenchCluster hdfs = BenchCluster.start(spec, progress)) {
      progress.clear();
      JmhResults.write(
          given == null ? ClusterOption.home().resolve("target/bench/hbase-hook.tsv") : given,
          StoreFileRun.run(hdfs.view().defaultFs(), forks, iterations, seconds));
    } finally {
      progress.clear();
    }
    return 0;
  }
}
