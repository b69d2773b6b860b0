package org.tieredhdfs.hdfs.overlay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Options.Rename;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.waits.Waits;

/** Directories that come and go at paths of {@code dfs.tiered.path.policies}. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PathPolicyKeeperTest {
  private static final Path TABLE = new Path("/warehouse/table");
  private static final Path PART = new Path(TABLE, "hot/part");
  private static final int CLIENTS = 8;

  private TieredMiniCluster cluster;
  private java.nio.file.Path site;

  @BeforeAll
  void start(@TempDir File folder) throws Exception {
    site = new File(folder, "site.xml").toPath();
    write(TABLE + "=ALL_SSD, " + PART + "=ALL_RAMDISK");
    Configuration conf = TieredMiniCluster.configuration();
    conf.addResource(site.toUri().toURL());
    long room = TieredMiniCluster.ROOM_BYTES;
    cluster = new TieredMiniCluster(folder, conf, room, room, room);
  }

  /** Writes the configuration, in one step, as {@code mv} does. */
  private void write(String policies) throws IOException {
    java.nio.file.Path changed = site.resolveSibling("changed.xml");
    Files.writeString(
        changed,
        "<configuration><property><name>dfs.tiered.path.policies</name><value>"
            + policies
            + "</value></property></configuration>");
    Files.move(changed, site, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  @AfterAll
  void stop() throws Exception {
    cluster.close();
  }

  @BeforeEach
  void empty() throws IOException {
    cluster.fs.delete(new Path("/warehouse"), true);
  }

  private String policyOf(Path path) throws IOException {
    return cluster.fs.getStoragePolicy(path).getName();
  }

  private void create(Path file) throws IOException {
    // close throws the very failure of write again, which try-with-resources cannot take
    FSDataOutputStream out = cluster.fs.create(file, (short) 3);
    try {
      out.write(new byte[TieredMiniCluster.BLOCK_BYTES]);
    } finally {
      out.close();
    }
  }

  /** All replicas of a new file at a place, by type. */
  private Map<String, Integer> write(Path file) throws Exception {
    create(file);
    DFSTestUtil.waitReplication(cluster.fs, file, (short) 3);
    return cluster.replicasByType(file);
  }

  @Test
  void aFileWhoseDirectoriesAreCreatedWithItGoesWhereTheyAreTo() throws Exception {
    assertThat(write(new Path(TABLE, "a"))).containsOnly(Map.entry("SSD", 3));
    assertThat(write(new Path(PART, "a"))).containsOnly(Map.entry("RAMDISK", 3));
    assertThat(policyOf(new Path(TABLE, "hot"))).isEqualTo("ALL_SSD");
  }

  @Test
  void anOverwritingJobKeepsThePolicy() throws Exception {
    write(new Path(TABLE, "old"));
    cluster.fs.delete(TABLE, true);
    cluster.fs.mkdirs(TABLE);
    assertThat(write(new Path(TABLE, "new"))).containsOnly(Map.entry("SSD", 3));
  }

  @Test
  void aDirectoryThatWasWrittenBesideGetsThePolicyOfItsPlace() throws Exception {
    Path staging = new Path("/warehouse/staging");
    write(new Path(staging, "hot/part/a"));
    assertThat(cluster.fs.rename(staging, TABLE)).isTrue();
    assertThat(policyOf(TABLE)).isEqualTo("ALL_SSD");
    assertThat(policyOf(PART)).isEqualTo("ALL_RAMDISK");

    cluster.fs.mkdirs(staging);
    cluster.fs.delete(TABLE, true);
    cluster.fs.mkdirs(TABLE);
    cluster.fs.rename(staging, TABLE, Rename.OVERWRITE);
    assertThat(policyOf(TABLE)).isEqualTo("ALL_SSD");
  }

  @Test
  void quotasOfTypesCountWhatCameWithARename() throws Exception {
    Path parent = TABLE.getParent();
    Path staging = new Path(parent, "staging");
    cluster.fs.mkdirs(parent);
    cluster.fs.setQuotaByStorageType(parent, StorageType.SSD, 1L << 30);
    write(new Path(staging, "a"));

    cluster.fs.rename(staging, TABLE);
    assertThat(cluster.fs.getQuotaUsage(parent).getTypeConsumed(StorageType.SSD))
        .isEqualTo(3L * TieredMiniCluster.BLOCK_BYTES);
    cluster.fs.delete(TABLE, true);
    assertThat(cluster.fs.getQuotaUsage(parent).getTypeConsumed(StorageType.SSD)).isZero();
  }

  @Test
  void aFileInTheWayOfOnePathDoesNotHinderAnother() throws Exception {
    Path staging = new Path("/warehouse/staging");
    write(new Path(staging, "hot"));
    assertThat(cluster.fs.rename(staging, TABLE)).isTrue();
    assertThat(policyOf(TABLE)).isEqualTo("ALL_SSD");
  }

  @Test
  void aPolicyOfItsOwnComesFirst() throws Exception {
    Path staging = new Path("/warehouse/staging");
    cluster.fs.mkdirs(staging);
    cluster.fs.setStoragePolicy(staging, "COLD");
    assertThat(cluster.fs.rename(staging, TABLE)).isTrue();
    assertThat(policyOf(TABLE)).isEqualTo("COLD");
  }

  @Test
  void whoTakesThePolicyAwayHasItAway() throws Exception {
    cluster.fs.mkdirs(TABLE);
    cluster.fs.unsetStoragePolicy(TABLE);
    cluster.fs.mkdirs(new Path(TABLE, "below"));
    assertThat(write(new Path(TABLE, "a"))).containsOnly(Map.entry("DISK", 3));
  }

  @Test
  void aRestartedNameNodeReadsThePolicyFromItsEdits() throws Exception {
    cluster.fs.mkdirs(PART);
    cluster.dfs.restartNameNode();
    assertThat(policyOf(PART)).isEqualTo("ALL_RAMDISK");
  }

  @Test
  void aPathThatIsTakenOutOfTheConfigurationCountsNoMore() throws Exception {
    write(PART + "=ALL_RAMDISK");
    try {
      awaitPolicyOfNewTable("HOT");
    } finally {
      write(TABLE + "=ALL_SSD, " + PART + "=ALL_RAMDISK");
      awaitPolicyOfNewTable("ALL_SSD");
    }
  }

  private void awaitPolicyOfNewTable(String policy) throws Exception {
    Waits.until(
        "a new directory has " + policy,
        Duration.ofMinutes(2),
        () -> {
          cluster.fs.delete(TABLE, true);
          cluster.fs.mkdirs(TABLE);
          return policyOf(TABLE).equals(policy);
        });
  }

  @Test
  void noFileOfManyClientsMissesThePolicy() throws Exception {
    ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
    List<Future<Integer>> misses = new ArrayList<>();
    for (int client = 0; client < CLIENTS; client++) {
      Path file = new Path(TABLE, "file-" + client);
      misses.add(
          clients.submit(
              () -> {
                int missed = 0;
                for (int round = 0; round < 30; round++) {
                  try {
                    create(file);
                    // those that the NameNode knows by now
                    missed += cluster.replicasByType(file).keySet().equals(Set.of("SSD")) ? 0 : 1;
                  } catch (IOException deleted) {
                    // Expected, by another client: then there is nothing to look at.
                  } finally {
                    cluster.fs.delete(TABLE, true);
                  }
                }
                return missed;
              }));
    }
    clients.shutdown();
    for (Future<Integer> missed : misses) {
      assertThat(missed.get()).isZero();
    }
  }
}
