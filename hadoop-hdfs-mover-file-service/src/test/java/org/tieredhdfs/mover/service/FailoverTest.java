package org.tieredhdfs.mover.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.MiniDFSNNTopology;
import org.apache.hadoop.hdfs.server.namenode.ha.HATestUtil;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.mover.FileMover;
import org.tieredhdfs.mover.MoverCluster;
import org.tieredhdfs.mover.api.MoveHandle;
import org.tieredhdfs.mover.api.MoveRequest;
import org.tieredhdfs.mover.conf.MoverKeys;
import org.tieredhdfs.mover.transfer.TransferLimits;

/** Mover and service with two NameNodes, of which the active one changes meanwhile. */
@Tag("slow")
class FailoverTest {
  private static final int FILES = 10;

  @TempDir File folder;

  @Test
  void aFailoverInMidRunIsSurvivedByMoverAndService() throws Exception {
    Configuration conf = MoverCluster.shortIntervals();
    conf.setInt("dfs.ha.log-roll.period", 1);
    conf.setInt("dfs.ha.tail-edits.period", 1);
    conf.set(MoverKeys.SERVICE_STANDBY_INTERVAL.name(), "100ms");
    try (MiniDFSCluster cluster =
        new MiniDFSCluster.Builder(conf, folder)
            .nnTopology(MiniDFSNNTopology.simpleHATopology())
            .numDataNodes(3)
            .storagesPerDatanode(2)
            .storageTypes(new StorageType[] {StorageType.SSD, StorageType.DISK})
            .build()) {
      cluster.transitionToActive(0);
      HATestUtil.setFailoverConfigurations(cluster, conf, "pair");
      conf.set("fs.defaultFS", "hdfs://pair");
      URI uri = URI.create("hdfs://pair");
      try (FileSystem opened = FileSystem.newInstance(uri, conf);
          FileMover mover = new FileMover(conf, uri)) {
        DistributedFileSystem fs = (DistributedFileSystem) opened;
        for (int i = 0; i < FILES; i++) {
          DFSTestUtil.createFile(fs, new Path("/ha/" + i), 1000, (short) 3, i);
          DFSTestUtil.waitReplication(fs, new Path("/ha/" + i), (short) 3);
        }
        fs.setStoragePolicy(new Path("/ha"), "ALL_SSD");
        TransferLimits limits = mover.limits();
        mover.setLimits(limits.withBytesPerSecond(15_000));
        MoveHandle handle = mover.submit(MoveRequest.ofPaths(true, "/ha"));
        while (handle.progress().replicasMoved() == 0) {
          Thread.sleep(5);
        }
        failOver(cluster, 0, 1);
        mover.setLimits(limits);
        assertThat(handle.await(Duration.ofSeconds(90))).isTrue();
        assertThat(handle.errors()).isEmpty();
        assertThat(handle.unsatisfied()).isEmpty();
        for (int i = 0; i < FILES; i++) {
          assertThat(types(fs, new Path("/ha/" + i))).containsOnly(StorageType.SSD).hasSize(3);
        }

        try (MoverService service = MoverService.start(conf, uri)) {
          failOver(cluster, 1, 0);
          fs.setStoragePolicy(new Path("/ha"), "HOT");
          long deadlineNs = System.nanoTime() + Duration.ofMinutes(1).toNanos();
          while (Arrays.asList(types(fs, new Path("/ha/0"))).contains(StorageType.SSD)
              && System.nanoTime() < deadlineNs) {
            Thread.sleep(50);
          }
          assertThat(types(fs, new Path("/ha/0"))).containsOnly(StorageType.DISK).hasSize(3);
          assertThat(service.transactionsBehind()).isGreaterThanOrEqualTo(-1);
        }
      }
    }
  }

  private static void failOver(MiniDFSCluster cluster, int from, int to) throws Exception {
    cluster.transitionToStandby(from);
    cluster.transitionToActive(to);
    cluster.waitActive(to);
  }

  private static StorageType[] types(DistributedFileSystem fs, Path file) throws Exception {
    return fs.getClient().getLocatedBlocks(file.toString(), 0).get(0).getStorageTypes();
  }
}
