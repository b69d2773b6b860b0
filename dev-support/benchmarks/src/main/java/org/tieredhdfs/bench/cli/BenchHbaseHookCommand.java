package org.tieredhdfs.bench.cli;

import java.util.concurrent.Callable;
import org.tieredhdfs.bench.BenchCluster;
import org.tieredhdfs.bench.jmh.JmhOptions;
import org.tieredhdfs.bench.jmh.StoreFileRun;
import org.tieredhdfs.localcluster.cli.ClusterOption;
import org.tieredhdfs.localcluster.cli.ConsoleProgress;
import org.tieredhdfs.localcluster.media.VolumeLayout;
import org.tieredhdfs.localcluster.spec.ClassPaths;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures what placement costs for each store file. */
@Command(
    name = "hbase-hook",
    sortOptions = false,
    description = {
      "Measures with JMH the cost of a store file created by HBase's store engine"
          + " and by this project's, which sets a policy: with one cell and with 10,000,"
          + " on an HDFS with one DataNode.",
      "Takes about 8 minutes."
    })
public final class BenchHbaseHookCommand implements Callable<Integer> {
  @Mixin ClusterOption cluster;

  @Option(
      names = "--forks",
      description = "processes, one after the other, for each figure (default: ${DEFAULT-VALUE})")
  private int forks = 3;

  @Mixin JmhOptions jmh = new JmhOptions(5, 3, "hbase-hook.tsv");

  @Override
  public Integer call() throws Exception {
    ConsoleProgress progress = ConsoleProgress.onStandardError();
    ClusterSpec spec =
        ClusterSpec.builder(cluster.dir(), ClassPaths.built(ClusterOption.home()))
            .hbase(false)
            .dataNodes(1)
            .layout(VolumeLayout.parse("DISK=1"))
            .build();
    try (BenchCluster hdfs = BenchCluster.start(spec, progress)) {
      progress.clear();
      StoreFileRun.run(hdfs.view().defaultFs(), forks, jmh);
    } finally {
      progress.clear();
    }
    return 0;
  }
}
