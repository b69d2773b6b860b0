package org.tieredhdfs.hdfs.overlay.slow;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.DatanodeInfoWithStorage;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider.OPERATION;
import org.apache.hadoop.test.MetricsAsserts;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.waits.Waits;

/** What the NameNode does about a volume of which its DataNode says that it hangs or is slow. */
@Timeout(600)
class AvoidedVolumesTest {
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final int NODES = 4;

  @TempDir File folder;
  private final byte[] bytes = new byte[100_000];
  private final Configuration conf = configuration();

  private static Configuration configuration() {
    Configuration conf = SlowCluster.configuration();
    conf.set("dfs.tiered.volume.exclusion.replace.after", "0");
    // Slow is what the test says, and not a volume on the disk of a busy machine
    conf.set("dfs.tiered.type.DISK.cutoff.timeout", "0");
    conf.setInt(DFSConfigKeys.DFS_NAMENODE_REDUNDANCY_INTERVAL_SECONDS_KEY, 1);
    return conf;
  }

  @BeforeEach
  void fill() {
    new Random(1).nextBytes(bytes);
  }

  private SlowCluster cluster() throws IOException {
    return new SlowCluster(folder, conf, NODES, 1);
  }

  private Path write(SlowCluster cluster, String name, int replicas) throws Exception {
    Path path = new Path("/" + name);
    try (FSDataOutputStream out = cluster.fs.create(path, (short) replicas)) {
      out.write(bytes);
    }
    Waits.until("it has its replicas", LIMIT, () -> locations(cluster, path).size() == replicas);
    return path;
  }

  private static List<String> locations(SlowCluster cluster, Path path) throws IOException {
    DatanodeInfoWithStorage[] locations =
        cluster
            .fs
            .getClient()
            .getLocatedBlocks(path.toString(), 0)
            .getLocatedBlocks()
            .get(0)
            .getLocations();
    return Arrays.stream(locations).map(DatanodeInfoWithStorage::getStorageID).toList();
  }

  private static boolean isAlwaysLast(SlowCluster cluster, Path path, String storageId)
      throws IOException {
    for (int i = 0; i < 20; i++) {
      List<String> locations = locations(cluster, path);
      if (!locations.get(locations.size() - 1).equals(storageId)) {
        return false;
      }
    }
    return true;
  }

  private static CompositeData tally() throws Exception {
    MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
    TabularData types =
        (TabularData)
            beans.getAttribute(
                new ObjectName("Hadoop:service=NameNode,name=TieredReportedVolumes"),
                "StorageTypes");
    return (CompositeData) types.get(new Object[] {"DISK"}).get("value");
  }

  private static void awaitExcluded(int volumes) throws Exception {
    Waits.until(volumes + " are avoided", LIMIT, () -> tally().get("excluded").equals(volumes));
  }

  @Test
  void itsReplicasAreReadLastUntilItRecovers() throws Exception {
    try (SlowCluster cluster = cluster()) {
      Path path = write(cluster, "file", 3);
      String slow = locations(cluster, path).get(0);
      assertThat(isAlwaysLast(cluster, path, slow)).isFalse();
      cluster.setSlow(slow, true);
      awaitExcluded(1);
      assertThat(isAlwaysLast(cluster, path, slow)).isTrue();
      assertThat(DFSTestUtil.readFileAsBytes(cluster.fs, path)).isEqualTo(bytes);
      cluster.setSlow(slow, false);
      awaitExcluded(0);
      assertThat(isAlwaysLast(cluster, path, slow)).isFalse();
    }
  }

  @Test
  @Tag("slow")
  void itGetsNoNewReplicasUntilItRecovers() throws Exception {
    try (SlowCluster cluster = cluster()) {
      String slow = locations(cluster, write(cluster, "first", 1)).get(0);
      cluster.setSlow(slow, true);
      awaitExcluded(1);
      for (int i = 0; i < 10; i++) {
        assertThat(locations(cluster, write(cluster, "file" + i, 3))).doesNotContain(slow);
      }
      cluster.setSlow(slow, false);
      awaitExcluded(0);
      int[] written = new int[1];
      Waits.until(
          "it gets a replica",
          LIMIT,
          () -> locations(cluster, write(cluster, "later" + written[0]++, 3)).contains(slow));
    }
  }

  /** The NameNode takes a DataNode that was killed for alive, and for one of enough others. */
  @Test
  void itTakesTheReplicaOfADataNodeThatWasKilled() throws Exception {
    try (SlowCluster cluster = cluster()) {
      String slow = locations(cluster, write(cluster, "first", 1)).get(0);
      String itsNode = cluster.nodeOf(slow).getDatanodeUuid();
      cluster.setSlow(slow, true);
      awaitExcluded(1);
      try (FSDataOutputStream out = cluster.fs.create(new Path("/open"), (short) 3)) {
        out.write(bytes);
        out.hflush();
        DataNode killed = cluster.node(SlowCluster.pipeline(out)[1]);
        cluster.dfs.stopDataNode(cluster.dfs.getDataNodes().indexOf(killed));
        out.write(bytes);
        out.hflush();
        assertThat(SlowCluster.pipeline(out))
            .hasSize(3)
            .extracting(DatanodeInfo::getDatanodeUuid)
            .contains(itsNode);
      }
    }
  }

  @Test
  @Tag("slow")
  void itIsNoSourceWhereThereIsAnother() throws Exception {
    try (SlowCluster cluster = cluster()) {
      Path[] paths = new Path[8];
      for (int i = 0; i < paths.length; i++) {
        paths[i] = write(cluster, "file" + i, 2);
      }
      String slow = locations(cluster, paths[0]).get(0);
      DataNode node = cluster.nodeOf(slow);
      cluster.setSlow(slow, true);
      awaitExcluded(1);
      long before = copiesFrom(node);
      int onIt = 0;
      for (Path path : paths) {
        onIt += locations(cluster, path).contains(slow) ? 1 : 0;
        cluster.fs.setReplication(path, (short) 3);
      }
      assertThat(onIt).isPositive();
      for (Path path : paths) {
        Waits.until("it has three", LIMIT, () -> locations(cluster, path).size() == 3);
      }
      assertThat(copiesFrom(node)).isEqualTo(before);
    }
  }

  private static long copiesFrom(DataNode node) {
    return MetricsAsserts.getLongCounter(
        "BlocksReplicated", MetricsAsserts.getMetrics(node.getMetrics().name()));
  }

  @Test
  @Tag("slow")
  void itIsTheSourceOfABlockThatIsNowhereElse() throws Exception {
    try (SlowCluster cluster = cluster()) {
      Path path = write(cluster, "file", 1);
      cluster.setSlow(locations(cluster, path).get(0), true);
      awaitExcluded(1);
      cluster.fs.setReplication(path, (short) 2);
      Waits.until("it has two", LIMIT, () -> locations(cluster, path).size() == 2);
    }
  }

  @Test
  void beyondTheShareVolumesAreUsedAsAllOthers() throws Exception {
    try (SlowCluster cluster = cluster()) {
      Path path = write(cluster, "file", 4);
      for (String storageId : locations(cluster, path)) {
        cluster.setSlow(storageId, true);
      }
      Waits.until(
          "all are slow, and one of them is avoided",
          LIMIT,
          AvoidedVolumesTest::tally,
          tally ->
              tally.get("slow").equals(NODES)
                  && tally.get("excluded").equals(1)
                  && tally.get("beyondCap").equals(NODES - 1)
                  && tally.get("reported").equals(NODES));
      write(cluster, "another", 3);
      assertThat(DFSTestUtil.readFileAsBytes(cluster.fs, path)).isEqualTo(bytes);
    }
  }

  @Test
  void aVolumeThatHangsIsReadLastAndServesAgainWhenItAnswers() throws Exception {
    conf.set("dfs.tiered.volume.hang.timeout", "2s");
    try (SlowCluster cluster = cluster()) {
      Path path = write(cluster, "file", 3);
      String storageId = locations(cluster, path).get(0);
      StuckVolume volume = cluster.stick(cluster.nodeOf(storageId), storageId, StuckVolume.CHANGES);
      cluster.call(storageId, OPERATION.MKDIRS);
      Waits.until("it hangs", LIMIT, () -> tally().get("hung").equals(1));
      assertThat(isAlwaysLast(cluster, path, storageId)).isTrue();
      volume.answer();
      awaitExcluded(0);
      assertThat(isAlwaysLast(cluster, path, storageId)).isFalse();
    }
  }
}
