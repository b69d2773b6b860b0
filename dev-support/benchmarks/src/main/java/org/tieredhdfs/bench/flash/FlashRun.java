package org.tieredhdfs.bench.flash;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.CompactionState;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.bench.devices.PageCache;
import org.tieredhdfs.bench.study.MeasuredYcsb;
import org.tieredhdfs.bench.study.StudyCluster;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.ycsb.binding.TableLayout;
import org.tieredhdfs.ycsb.binding.TableSetup;
import org.tieredhdfs.ycsb.run.YcsbPhase;
import org.tieredhdfs.ycsb.run.YcsbSettings;

/**
 * Runs cases on one cluster. A load makes a new table; the mixes after it run on that table one
 * after the other. Used by one thread.
 */
final class FlashRun implements AutoCloseable {
  private static final Duration LOAD_LIMIT = Duration.ofMinutes(60);

  /** Beyond the time that is measured: threads end with the operations that they have begun. */
  private static final Duration END_LIMIT = Duration.ofMinutes(20);

  /** YCSB counts its time from before its threads are there; a thousand take some seconds. */
  private static final int START_MS_A_THREAD = 25;

  private static final int UNMEASURED_THREADS = 20;
  private static final int WARM_UP_SECONDS = 10;
  private static final int WARM_UP_MILLIONS = 2;
  private static final long SETTLE_LIMIT_SEC = 1_800;
  private static final long POLL_MS = 500;

  /** Each of a thousand threads has a stack and buffers. */
  private static final List<String> CLIENT_MEMORY = List.of("-Xmx2g");

  private final StudyCluster cluster;
  private final FlashScale scale;
  private final int seconds;
  private final Progress progress;
  private final MeasuredYcsb ycsb;
  private final Connection connection;
  private @Nullable Table table;

  /** The table that the mixes run on. */
  private record Table(String name, int millions) {}

  /**
   * @param out folder of the report
   * @param seconds how long a mix runs
   */
  FlashRun(StudyCluster cluster, FlashScale scale, Path out, int seconds, Progress progress)
      throws IOException {
    this.cluster = cluster;
    this.scale = scale;
    this.seconds = seconds;
    this.progress = progress;
    ycsb = new MeasuredYcsb(cluster, out);
    connection = ConnectionFactory.createConnection(cluster.view().hbaseConf());
  }

  /** Loads and scans a small table, so that servers have compiled what they run. */
  void warmUp(FlashCase first, int repeat)
      throws IOException, ClusterException, InterruptedException {
    FlashCase load =
        new FlashCase(
            first.media(),
            FlashWorkload.LOAD,
            WARM_UP_MILLIONS,
            UNMEASURED_THREADS,
            first.regionServers());
    String label = "warm-up-" + load.cluster() + "-" + repeat;
    String warm = newTable(load, label);
    ycsb.run(client(load, label, warm));
    FlashCase scans =
        new FlashCase(
            load.media(), FlashWorkload.E, load.millions(), load.threads(), load.regionServers());
    ycsb.run(
        client(scans, label + "-e", warm)
            .withProperty("maxexecutiontime", Integer.toString(WARM_UP_SECONDS)));
    dropTable();
  }

  /**
   * Runs and measures a case, with nothing of the table in the page cache if it is a mix.
   *
   * @throws ClusterException if the client gave no result, or an operation failed
   */
  MeasuredYcsb.Outcome measure(FlashCase one, int repeat)
      throws IOException, ClusterException, InterruptedException {
    String label = one.name() + "-" + repeat;
    long startMs = System.currentTimeMillis();
    if (one.workload() == FlashWorkload.LOAD) {
      dropTable();
      return ycsb.measure(one.name(), repeat, client(one, label, newTable(one, label)), startMs);
    }
    String loaded = loadedTable(one, repeat);
    settle(loaded);
    PageCache.drop(cluster.volumes());
    startMs = System.currentTimeMillis();
    return ycsb.measure(one.name(), repeat, client(one, label, loaded), startMs);
  }

  /** That of the latest load, or one that is loaded now if the load was measured earlier. */
  private String loadedTable(FlashCase one, int repeat)
      throws IOException, ClusterException, InterruptedException {
    Table known = table;
    if (known != null && known.millions() == one.millions()) {
      return known.name();
    }
    dropTable();
    FlashCase load =
        new FlashCase(
            one.media(),
            FlashWorkload.LOAD,
            one.millions(),
            UNMEASURED_THREADS,
            one.regionServers());
    String label = "records-of-" + one.name() + "-" + repeat;
    progress.waitingFor(List.of("records for " + one.name() + " on " + cluster.side().label()));
    String name = newTable(load, label);
    ycsb.run(client(load, label, name));
    return name;
  }

  private String newTable(FlashCase load, String name) throws IOException {
    new TableSetup(connection)
        .createIfAbsent(TableLayout.of(name, MeasuredYcsb.FAMILY, scale.regions(load)));
    table = new Table(name, load.millions());
    return name;
  }

  private void dropTable() throws IOException {
    Table old = table;
    table = null;
    if (old != null) {
      new TableSetup(connection).drop(old.name());
    }
  }

  /** Flushes the table, and waits until compactions have caught up. */
  private void settle(String name) throws IOException, ClusterException, InterruptedException {
    long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(SETTLE_LIMIT_SEC);
    try (Admin admin = connection.getAdmin()) {
      admin.flush(TableName.valueOf(name));
      while (admin.getCompactionState(TableName.valueOf(name)) != CompactionState.NONE) {
        if (System.nanoTime() - endNs > 0) {
          throw new ClusterException(
              name + " is still being compacted after " + SETTLE_LIMIT_SEC + " s");
        }
        TimeUnit.MILLISECONDS.sleep(POLL_MS);
      }
    }
  }

  private YcsbSettings client(FlashCase one, String label, String name) {
    boolean loads = one.workload() == FlashWorkload.LOAD;
    YcsbSettings settings =
        ycsb.settings(label, name, loads ? YcsbPhase.LOAD : YcsbPhase.RUN, one.workload().profile())
            .withRecords(scale.records(one))
            .withThreads(one.threads())
            .withJvmArgs(CLIENT_MEMORY);
    for (Map.Entry<String, String> property : one.workload().properties().entrySet()) {
      settings = settings.withProperty(property.getKey(), property.getValue());
    }
    // a mix has as many operations as records, or as many as there is time for
    return loads
        ? settings.withTimeout(LOAD_LIMIT)
        : settings
            .withOperations(scale.records(one))
            .withProperty("maxexecutiontime", Integer.toString(clientSeconds(one)))
            .withTimeout(END_LIMIT.plusSeconds(clientSeconds(one)));
  }

  /** How long the client of a mix may run. */
  private int clientSeconds(FlashCase one) {
    return seconds + one.threads() * START_MS_A_THREAD / 1_000;
  }

  @Override
  public void close() throws IOException {
    connection.close();
  }
}
