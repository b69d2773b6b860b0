package org.tieredhdfs.mover.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.hdfs.conf.ConfigurationFaultsException;
import org.tieredhdfs.mover.MoverCluster;
import org.tieredhdfs.mover.MoverKeys;

class MoverServiceTest {
  private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(60);

  @TempDir static File folder;
  private static MoverCluster cluster;
  private static MoverService service;

  @BeforeAll
  static void start() throws Exception {
    cluster = MoverCluster.alike(folder, StorageType.SSD, StorageType.DISK);
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
    long deadlineNs = System.nanoTime() + PATIENCE_NS;
    while (!cluster.replicasByType(file).equals(types) && System.nanoTime() < deadlineNs) {
      Thread.sleep(20);
    }
    assertThat(cluster.replicasByType(file)).isEqualTo(types);
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
      long deadlineNs = System.nanoTime() + PATIENCE_NS;
      while (!cluster.replicasByType(file).containsKey("SSD") && System.nanoTime() < deadlineNs) {
        Thread.sleep(20);
      }
    }
    awaitTypes(file, Map.of("SSD", 6));
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
  void aFaultyConfigurationIsRefusedInOneSentence() {
    Configuration conf = new Configuration(cluster.conf);
    conf.set(MoverKeys.SERVICE_ROOTS.name(), "data");
    assertThatThrownBy(() -> MoverService.start(conf, cluster.fs.getUri()))
        .isInstanceOf(ConfigurationFaultsException.class)
        .hasMessageContaining("dfs.mover.file.service.roots: 'data' is not allowed");
  }
}
