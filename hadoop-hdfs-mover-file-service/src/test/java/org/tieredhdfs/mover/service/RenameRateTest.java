package org.tieredhdfs.mover.service;

import static org.apache.hadoop.test.MetricsAsserts.getLongCounter;
import static org.apache.hadoop.test.MetricsAsserts.getMetrics;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.mover.MoverCluster;
import org.tieredhdfs.mover.conf.MoverKeys;
import org.tieredhdfs.waits.Waits;

/** A thousand renames a second, followed over a connection on which each call takes 5 ms. */
@Tag("slow")
class RenameRateTest {
  private static final int CLIENTS = 8;
  private static final int RENAMES_PER_SECOND = 1_000;
  private static final int SECONDS = Integer.getInteger("rename.rate.seconds", 600);
  private static final int DIRECTORIES = 100;
  private static final Duration DELAY = Duration.ofMillis(5);
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  @TempDir File folder;

  @Test
  void renamesWithinOnePolicyAreFollowedAsFastAsTheyCome() throws Exception {
    try (MoverCluster cluster = MoverCluster.alike(folder, StorageType.SSD, StorageType.DISK);
        SlowLink link = new SlowLink(cluster.dfs.getNameNodePort(), DELAY)) {
      cluster.conf.set(MoverKeys.SERVICE_STANDBY_INTERVAL.name(), "100ms");
      cluster.fs.mkdirs(new Path("/ssd"));
      cluster.fs.setStoragePolicy(new Path("/ssd"), "ALL_SSD");
      for (int i = 0; i < DIRECTORIES; i++) {
        cluster.fs.mkdirs(directory(i));
      }
      for (int client = 0; client < CLIENTS; client++) {
        cluster.fs.create(file(client, 0)).close();
      }
      Path marker = cluster.file("/ssd/marker", 1, 1);
      URI uri = URI.create("hdfs://127.0.0.1:" + link.port());
      try (MoverService service = MoverService.start(cluster.conf, uri)) {
        awaitAllEvents(cluster, service, marker);
        long looks = calls(cluster, "GetFileInfo");
        long readings = calls(cluster, "GetEditsFromTxid");
        long startNs = System.nanoTime();
        long renames = rename(cluster.conf, cluster.fs.getUri());
        long loadedNs = System.nanoTime();
        long behind = service.report().transactionsBehind();
        awaitAllEvents(cluster, service, marker);
        long lagMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - loadedNs);
        looks = calls(cluster, "GetFileInfo") - looks;
        readings = calls(cluster, "GetEditsFromTxid") - readings;
        System.out.printf(
            "%d renames in %d s; at the end %d transactions behind, all followed after %d ms;"
                + " %d lookups, %d readings of events%n",
            renames,
            TimeUnit.NANOSECONDS.toSeconds(loadedNs - startNs),
            behind,
            lagMs,
            looks,
            readings);
        assertThat(looks).isPositive().isLessThanOrEqualTo(renames);
        assertThat(service.open()).isZero();
      }
    }
  }

  private static Path directory(int number) {
    return new Path("/ssd/" + number % DIRECTORIES);
  }

  private static Path file(int client, int step) {
    return new Path(directory(client + step), "of" + client);
  }

  /** Each client takes its file from one directory to the next, at its share of the rate. */
  private static long rename(Configuration conf, URI uri) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
    try {
      List<Callable<Integer>> clients = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        int client = i;
        clients.add(() -> rename(conf, uri, client));
      }
      long renames = 0;
      for (Future<Integer> done : threads.invokeAll(clients)) {
        renames += done.get();
      }
      return renames;
    } finally {
      threads.shutdownNow();
    }
  }

  private static int rename(Configuration conf, URI uri, int client) throws Exception {
    long intervalNs = TimeUnit.SECONDS.toNanos(CLIENTS) / RENAMES_PER_SECOND;
    long startNs = System.nanoTime();
    int renames = SECONDS * RENAMES_PER_SECOND / CLIENTS;
    try (DistributedFileSystem fs =
        (DistributedFileSystem) DistributedFileSystem.newInstance(uri, conf)) {
      for (int i = 0; i < renames; i++) {
        assertThat(fs.rename(file(client, i), file(client, i + 1))).isTrue();
        long aheadNs = startNs + i * intervalNs - System.nanoTime();
        if (aheadNs > 0) {
          TimeUnit.NANOSECONDS.sleep(aheadNs);
        }
      }
    }
    return renames;
  }

  private static long calls(MoverCluster cluster, String method) {
    String port = "RpcDetailedActivityForPort" + cluster.dfs.getNameNodePort();
    return getLongCounter(method + "NumOps", getMetrics(port));
  }

  /** The service records how far it has come with the next request. */
  private static void awaitAllEvents(MoverCluster cluster, MoverService service, Path marker)
      throws Exception {
    cluster.fs.setStoragePolicy(marker, "ALL_SSD");
    long last = cluster.dfs.getNamesystem().getFSImage().getEditLog().getLastWrittenTxId();
    Waits.until(
        "all events are followed", PATIENCE, () -> service.requests().lastTransaction() >= last);
    Waits.until("what they asked for is done", PATIENCE, () -> service.open() == 0);
  }
}
