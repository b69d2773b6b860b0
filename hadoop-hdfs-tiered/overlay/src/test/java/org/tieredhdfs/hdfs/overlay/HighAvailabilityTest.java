package org.tieredhdfs.hdfs.overlay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.tieredhdfs.hdfs.overlay.TieredMiniCluster.BLOCK_BYTES;
import static org.tieredhdfs.hdfs.overlay.TieredMiniCluster.RAMDISK;

import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.QuotaByStorageTypeExceededException;
import org.apache.hadoop.hdfs.qjournal.MiniQJMHACluster;
import org.apache.hadoop.hdfs.server.namenode.ha.BootstrapStandby;
import org.apache.hadoop.hdfs.server.namenode.ha.HATestUtil;
import org.apache.hadoop.hdfs.server.namenode.ha.ObserverReadProxyProvider;
import org.apache.hadoop.test.GenericTestUtils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.waits.Waits;

/** An active, a standby and an observing NameNode over three JournalNodes. */
@Timeout(600)
class HighAvailabilityTest {
  private static final StorageType NVME = StorageType.valueOf("NVME");
  private static final Path DIRECTORY = new Path("/ha");
  private static final int FIRST = 0;
  private static final int SECOND = 1;
  private static final int OBSERVER = 2;

  @TempDir File folder;
  private final Configuration conf = TieredMiniCluster.configuration();
  private MiniQJMHACluster ha;
  private MiniDFSCluster cluster;
  private DistributedFileSystem fs;

  @BeforeEach
  void start() throws Exception {
    conf.setBoolean(DFSConfigKeys.DFS_HA_TAILEDITS_INPROGRESS_KEY, true);
    conf.set(DFSConfigKeys.DFS_HA_TAILEDITS_PERIOD_KEY, "100ms");
    conf.setBoolean(DFSConfigKeys.DFS_NAMENODE_STATE_CONTEXT_ENABLED_KEY, true);
    conf.setInt(DFSConfigKeys.DFS_NAMENODE_CHECKPOINT_TXNS_KEY, 5);
    conf.setInt(DFSConfigKeys.DFS_NAMENODE_CHECKPOINT_CHECK_PERIOD_KEY, 1);
    MiniQJMHACluster.Builder builder =
        new MiniQJMHACluster.Builder(conf, new File(folder, "dfs"))
            .baseDir(new File(folder, "journals").getPath())
            .setNumNameNodes(3);
    builder
        .getDfsBuilder()
        .numDataNodes(2)
        .storageTypes(new StorageType[] {RAMDISK, NVME, StorageType.DISK})
        .storagesPerDatanode(3);
    ha = builder.build();
    cluster = ha.getDfsCluster();
    cluster.transitionToActive(FIRST);
    cluster.waitActive(FIRST);
    fs = HATestUtil.configureFailoverFs(cluster, conf);
  }

  @AfterEach
  void stop() throws IOException {
    if (fs != null) {
      fs.close();
    }
    if (ha != null) {
      ha.shutdown();
    }
  }

  /** Puts a file of two blocks under a policy and a quota that is used up by it. */
  private void fill() throws Exception {
    fs.mkdirs(DIRECTORY);
    fs.setStoragePolicy(DIRECTORY, "ALL_RAMDISK");
    fs.setQuotaByStorageType(DIRECTORY, RAMDISK, 4L * BLOCK_BYTES);
    fs.setQuotaByStorageType(DIRECTORY, NVME, 3L * BLOCK_BYTES);
    Path file = new Path(DIRECTORY, "file");
    DFSTestUtil.createFile(fs, file, 2L * BLOCK_BYTES, (short) 2, 1);
    DFSTestUtil.waitReplication(fs, file, (short) 2);
  }

  private static void assertKept(DistributedFileSystem fs) throws Exception {
    assertThat(fs.getStoragePolicy(DIRECTORY).getName()).isEqualTo("ALL_RAMDISK");
    assertThat(fs.getQuotaUsage(DIRECTORY).getTypeQuota(RAMDISK)).isEqualTo(4L * BLOCK_BYTES);
    assertThat(fs.getQuotaUsage(DIRECTORY).getTypeQuota(NVME)).isEqualTo(3L * BLOCK_BYTES);
    assertThat(fs.getQuotaUsage(DIRECTORY).getTypeConsumed(RAMDISK)).isEqualTo(4L * BLOCK_BYTES);
    Map<String, Integer> wanted = Map.of("RAMDISK", 4);
    assertThat(TieredMiniCluster.awaitReplicasByType(fs, new Path(DIRECTORY, "file"), wanted))
        .isEqualTo(wanted);
  }

  private void failOver(int from, int to) throws Exception {
    cluster.transitionToStandby(from);
    cluster.transitionToActive(to);
    cluster.waitActive(to);
  }

  @Test
  void typesPoliciesAndQuotasSurviveFailoverCheckpointAndNewStandby() throws Exception {
    fill();
    HATestUtil.waitForStandbyToCatchUp(cluster.getNameNode(FIRST), cluster.getNameNode(SECOND));
    long seen = cluster.getNamesystem(SECOND).getFSImage().getLastAppliedTxId();
    failOver(FIRST, SECOND);
    assertKept(fs);
    assertThatThrownBy(
            () -> DFSTestUtil.createFile(fs, new Path(DIRECTORY, "more"), 10, (short) 2, 1))
        .isInstanceOf(QuotaByStorageTypeExceededException.class)
        .hasMessageContaining("RAMDISK");

    // now a standby, it makes checkpoints; started from the newest, it knows the same
    fs.mkdirs(new Path("/after"));
    GenericTestUtils.waitFor(
        () -> cluster.getNamesystem(FIRST).getFSImage().getMostRecentCheckpointTxId() > seen,
        100,
        120_000);
    cluster.restartNameNode(FIRST);
    failOver(SECOND, FIRST);
    assertKept(fs);

    cluster.shutdownNameNode(SECOND);
    assertThat(
            BootstrapStandby.run(
                new String[] {"-force", "-nonInteractive"}, cluster.getConfiguration(SECOND)))
        .isZero();
    cluster.restartNameNode(SECOND);
    failOver(FIRST, SECOND);
    assertKept(fs);
  }

  @Test
  void observersAnswerWithCustomTypesPoliciesAndQuotas() throws Exception {
    cluster.transitionToObserver(OBSERVER);
    DistributedFileSystem reads =
        HATestUtil.configureObserverReadFs(
            cluster, new Configuration(conf), ObserverReadProxyProvider.class, true);
    try (reads) {
      fill();
      reads.msync();
      HATestUtil.waitForStandbyToCatchUp(cluster.getNameNode(FIRST), cluster.getNameNode(OBSERVER));
      // As long as it knows no replica, it sends the client to the active NameNode
      Waits.until(
          "the observer answers where the replicas lie",
          Duration.ofMinutes(2),
          () ->
              TieredMiniCluster.replicasByType(reads, new Path(DIRECTORY, "file"))
                      .equals(Map.of("RAMDISK", 4))
                  && HATestUtil.isSentToAnyOfNameNodes(reads, cluster, OBSERVER));

      assertKept(reads);
      assertThat(HATestUtil.isSentToAnyOfNameNodes(reads, cluster, OBSERVER)).isTrue();
      assertThat(List.copyOf(reads.getAllStoragePolicies()))
          .extracting(policy -> policy.getName())
          .contains("ALL_RAMDISK", "ONE_RAMDISK");
    }
  }
}
