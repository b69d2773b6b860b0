package org.tieredhdfs.bench.study;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.ycsb.binding.TableLayout;
import org.tieredhdfs.ycsb.binding.TableSetup;
import org.tieredhdfs.ycsb.run.WorkloadProfile;
import org.tieredhdfs.ycsb.run.YcsbPhase;
import org.tieredhdfs.ycsb.run.YcsbSettings;

/** Loads new tables of a cluster, and measures each load. Used by one thread. */
public final class StudyLoad {
  private static final int THREADS = 20;
  private static final Duration LIMIT = Duration.ofMinutes(60);

  private final StudyCluster cluster;
  private final MeasuredYcsb ycsb;
  private final Progress progress;

  public StudyLoad(StudyCluster cluster, Path out, Progress progress) {
    this.cluster = cluster;
    ycsb = new MeasuredYcsb(cluster, out);
    this.progress = progress;
  }

  /**
   * Loads and measures, and drops the table.
   *
   * @param name of the case
   * @throws ClusterException if the client gave no result, or an operation failed
   */
  MeasuredYcsb.Outcome run(String name, int repeat, long records, int regions)
      throws IOException, ClusterException, InterruptedException {
    String table = name + "-" + repeat;
    return run(
        name, repeat, records, TableLayout.of(table, MeasuredYcsb.FAMILY, regions), Map.of());
  }

  /**
   * The same for a table with settings of its own.
   *
   * @param layout of the table that is made for it
   * @param workload properties in place of the profile's
   */
  public MeasuredYcsb.Outcome run(
      String name, int repeat, long records, TableLayout layout, Map<String, String> workload)
      throws IOException, ClusterException, InterruptedException {
    String table = layout.name();
    long startMs = System.currentTimeMillis();
    try (Connection connection = ConnectionFactory.createConnection(cluster.view().hbaseConf())) {
      TableSetup tables = new TableSetup(connection);
      tables.createIfAbsent(layout);
      YcsbSettings settings =
          ycsb.settings(table, table, YcsbPhase.LOAD, WorkloadProfile.LOAD)
              .withRecords(records)
              .withThreads(THREADS)
              .withTimeout(LIMIT);
      for (Map.Entry<String, String> property : workload.entrySet()) {
        settings = settings.withProperty(property.getKey(), property.getValue());
      }
      progress.waitingFor(List.of("the load of " + table + " on " + cluster.side().label()));
      MeasuredYcsb.Outcome outcome = ycsb.measure(name, repeat, settings, startMs);
      tables.drop(table);
      return outcome;
    }
  }
}
