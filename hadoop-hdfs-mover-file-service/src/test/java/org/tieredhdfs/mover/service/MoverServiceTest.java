package org.tieredhdfs.mover.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.SafeModeAction;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSInotifyEventInputStream;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.client.HdfsAdmin;
import org.apache.hadoop.hdfs.inotify.MissingEventsException;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.metrics2.sink.PrometheusMetricsSink;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.hdfs.conf.ConfigurationFaultsException;
import org.tieredhdfs.mover.MoverCluster;
import org.tieredhdfs.mover.api.FileOutcome;
import org.tieredhdfs.mover.conf.MoverKeys;
import org.tieredhdfs.waits.Waits;

class MoverServiceTest {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  @TempDir static File folder;
  private static MoverCluster cluster;
  private static MoverService service;

  @BeforeAll
  static void start() throws Exception {
    Configuration conf = MoverCluster.shortIntervals();
    // with none at all the NameNode purges nothing: it takes the segment just ended for the current
    conf.setInt(DFSConfigKeys.DFS_NAMENODE_NUM_EXTRA_EDITS_RETAINED_KEY, 6);
    conf.setInt(DFSConfigKeys.DFS_NAMENODE_NUM_CHECKPOINTS_RETAINED_KEY, 1);
    cluster =
        new MoverCluster(
            conf,
            new MiniDFSCluster.Builder(conf, folder)
                .numDataNodes(3)
                .storagesPerDatanode(2)
                .storageTypes(new StorageType[] {StorageType.SSD, StorageType.DISK}));
    cluster.conf.set(MoverKeys.SERVICE_STANDBY_INTERVAL.name(), "100ms");
    cluster.conf.set(MoverKeys.SERVICE_OPEN_FILE_DELAY.name(), "200ms");
    cluster.conf.set(MoverKeys.SERVICE_ROOTS.name(), "/data, /fast");
    cluster.fs.mkdirs(new Path("/data"));
    cluster.fs.mkdirs(new Path("/fast"));
    cluster.fs.setStoragePolicy(new Path("/fast"), "ALL_SSD");
    service = MoverService.start(cluster.conf, cluster.fs.getUri());
  }

  @AfterAll
  static void stop() throws Exception {
    service.close();
    cluster.close();
  }

  private static void awaitTypes(Path file, Map<String, Integer> types) throws Exception {
    assertThat(cluster.awaitReplicasByType(file, types)).isEqualTo(types);
  }

  @Test
  void renamesAndChangedPoliciesAreFollowedAlsoAfterARestart() throws Exception {
    Path file = cluster.file("/data/renamed", 2, 3);
    cluster.fs.rename(file, new Path("/fast/renamed"));
    awaitTypes(new Path("/fast/renamed"), Map.of("SSD", 6));

    Path below = cluster.file("/data/directory/below/file", 1, 3);
    cluster.fs.setStoragePolicy(new Path("/data/directory"), "ALL_SSD");
    awaitTypes(below, Map.of("SSD", 3));
    cluster.fs.unsetStoragePolicy(new Path("/data/directory"));
    awaitTypes(below, Map.of("DISK", 3));

    Path whole = cluster.file("/data/whole/one", 1, 3);
    Path elsewhere = cluster.file("/elsewhere/file", 1, 3);
    service.close();
    // nobody is there to see this
    cluster.fs.rename(whole.getParent(), new Path("/fast/whole"));
    cluster.fs.setStoragePolicy(elsewhere, "ALL_SSD");
    service = MoverService.start(cluster.conf, cluster.fs.getUri());
    awaitTypes(new Path("/fast/whole/one"), Map.of("SSD", 3));
    assertThat(cluster.replicasByType(elsewhere)).isEqualTo(Map.of("DISK", 3));
  }

  @Test
  void aFileThatIsBeingWrittenIsTakenUpAgainWhenItIsClosed() throws Exception {
    Path file = new Path("/data/open");
    try (FSDataOutputStream out = cluster.fs.create(file, (short) 3)) {
      out.write(new byte[MoverCluster.BLOCK_BYTES + 1]);
      out.hflush();
      cluster.fs.setStoragePolicy(file, "ALL_SSD");
      Waits.until(
          "what is written is moved",
          PATIENCE,
          () -> cluster.replicasByType(file).containsKey("SSD"));
    }
    awaitTypes(file, Map.of("SSD", 6));
  }

  private static String fetched(String path) throws Exception {
    URI uri = URI.create(service.webUrl() + path);
    HttpResponse<String> answer =
        HttpClient.newHttpClient()
            .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(path + answer.headers()).isEqualTo(200);
    return answer.body();
  }

  @Test
  void metricsAreInJmxAndInPrometheusAndTheDashboardNamesNoOthers() throws Exception {
    Path file = cluster.file("/data/seen", 2, 3);
    Path impossible = cluster.file("/data/impossible", 1, 1);
    cluster.fs.setStoragePolicy(file, "ALL_SSD");
    cluster.fs.setStoragePolicy(impossible, "COLD");
    awaitTypes(file, Map.of("SSD", 6));
    Waits.until("a failure", PATIENCE, () -> !service.report().lastFailures().isEmpty());
    // where the replicas lie is known a little before the mover has looked again
    Waits.until(
        "the file is counted",
        PATIENCE,
        () ->
            service.report().filesByOutcome().getOrDefault(FileOutcome.MOVED, 0L) > 0
                && service.report().bytesMoved() >= 6L * 65536);
    assertThat(service.report().lastFailures()).isNotEmpty();
    assertThat(fetched("/status")).contains("/data/impossible: blk_");

    // the sink that is behind /prom, which Hadoop registers once in a process
    PrometheusMetricsSink sink = new PrometheusMetricsSink();
    DefaultMetricsSystem.instance().register("prometheus-of-test", "for the test", sink);
    DefaultMetricsSystem.instance().publishMetricsNow();
    assertThat(fetched("/jmx?qry=Hadoop:service=*,name=FileMoverService*"))
        .contains("\"FailedBlocksNoStorageOfType\" : ", "\"InotifyTransactionsBehind\" : ");
    StringWriter written = new StringWriter();
    sink.writeMetrics(written);
    String prometheus = written.toString();
    assertThat(prometheus).contains("file_mover_service_failed_blocks_no_storage_of_type{");
    assertThat(prometheus)
        .containsPattern("file_mover_media_room_bytes\\{[^}]*storagetype=\"SSD\"");
    Set<String> used = new TreeSet<>();
    for (String example : List.of("grafana-file-mover.json", "prometheus-alerts.yml")) {
      String text = Files.readString(java.nio.file.Path.of("..", "docs/examples", example));
      Matcher names = Pattern.compile("file_mover_(service|media)_[a-z_]+").matcher(text);
      while (names.find()) {
        used.add(names.group());
      }
    }
    assertThat(used).hasSizeGreaterThan(10);
    assertThat(used).allSatisfy(name -> assertThat(prometheus).contains(name + "{"));
  }

  @Test
  void aSecondInstanceStandsByUntilTheFirstIsGone() throws Exception {
    CompletableFuture<MoverService> second =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return MoverService.start(cluster.conf, cluster.fs.getUri());
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            });
    assertThatThrownBy(() -> second.get(1, TimeUnit.SECONDS)).isInstanceOf(TimeoutException.class);
    service.close();
    service = second.get(60, TimeUnit.SECONDS);
    Path file = cluster.file("/data/second", 1, 2);
    cluster.fs.setStoragePolicy(file, "ALL_SSD");
    awaitTypes(file, Map.of("SSD", 2));
  }

  @Test
  void aDamagedJournalIsSetAsideAndEverythingThatIsFollowedIsLookedAtAgain() throws Exception {
    Path file = cluster.file("/data/behind/file", 1, 3);
    service.close();
    cluster.fs.rename(file, new Path("/fast/behind"));
    Path journal = new Path("/system/tiered-file-mover/journal");
    for (FileStatus status : cluster.fs.listStatus(journal)) {
      try (FSDataOutputStream out = cluster.fs.create(status.getPath(), true)) {
        out.write(new byte[1_000]);
      }
    }
    service = MoverService.start(cluster.conf, cluster.fs.getUri());
    awaitTypes(new Path("/fast/behind"), Map.of("SSD", 3));
    assertThat(cluster.fs.listStatus(journal))
        .extracting(status -> status.getPath().getName())
        .anyMatch(name -> name.startsWith("damaged."));
  }

  @Test
  void editsThatWerePurgedUnreadAreMadeUpForByLookingAtEverythingThatIsFollowed() throws Exception {
    Path file = cluster.file("/data/purged/file", 1, 3);
    service.close();
    long before = cluster.fs.getClient().getNamenode().getCurrentEditLogTxid();
    cluster.fs.rename(file, new Path("/fast/purged"));
    int checkpoints = 0;
    while (!isGapAfter(before)) {
      assertThat(checkpoints++).as("checkpoints without any edits purged").isLessThan(10);
      cluster.fs.setSafeMode(SafeModeAction.ENTER);
      cluster.fs.saveNamespace();
      cluster.fs.setSafeMode(SafeModeAction.LEAVE);
      // a gap is noticed with what comes behind it
      cluster.fs.mkdirs(new Path("/data/after" + checkpoints));
    }

    service = MoverService.start(cluster.conf, cluster.fs.getUri());
    awaitTypes(new Path("/fast/purged"), Map.of("SSD", 3));
  }

  private static boolean isGapAfter(long transaction) throws Exception {
    DFSInotifyEventInputStream stream =
        new HdfsAdmin(cluster.fs.getUri(), cluster.conf).getInotifyEventStream(transaction);
    try {
      stream.poll();
      return false;
    } catch (MissingEventsException e) {
      return true;
    }
  }

  @Test
  void aFaultyConfigurationIsRefusedInOneSentence() {
    Configuration conf = new Configuration(cluster.conf);
    conf.set(MoverKeys.SERVICE_ROOTS.name(), "data");
    assertThatThrownBy(() -> MoverService.start(conf, cluster.fs.getUri()))
        .isInstanceOf(ConfigurationFaultsException.class)
        .hasMessageContaining("dfs.mover.file.service.roots: 'data' is not allowed");
  }
}
