package org.tieredhdfs.mover.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.mover.MoverCluster;
import org.tieredhdfs.mover.conf.MoverKeys;
import org.tieredhdfs.mover.rpc.FileMoverClient;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.LimitsProto;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.RequestStatusProto;
import org.tieredhdfs.waits.Waits;

/** The service when its journal finds no more room in HDFS: by a quota, and on full DataNodes. */
@Tag("slow")
class JournalSpaceTest {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final long DISK_BYTES = 6L << 20;
  private static final int NODES = 2;
  private static final int BLOCKS = 4;
  private static final int FULL = 3;
  private static final Path JOURNAL = new Path("/system/tiered-file-mover/journal");

  @TempDir File folder;
  private MoverCluster cluster;
  private MoverService service;
  private FileMoverClient client;

  @BeforeEach
  void start() throws Exception {
    Configuration conf = MoverCluster.shortIntervals();
    conf.set(MoverKeys.SERVICE_STANDBY_INTERVAL.name(), "100ms");
    cluster =
        new MoverCluster(
            conf,
            new MiniDFSCluster.Builder(conf, folder)
                .numDataNodes(NODES)
                .storagesPerDatanode(2)
                .storageTypes(new StorageType[] {StorageType.SSD, StorageType.DISK})
                .storageCapacities(new long[] {MoverCluster.ROOM_BYTES, DISK_BYTES}));
    conf.set(MoverKeys.SERVICE_ROOTS.name(), "/fast");
    cluster.fs.mkdirs(new Path("/fast"));
    cluster.fs.setStoragePolicy(new Path("/fast"), "ALL_SSD");
    service = MoverService.start(conf, cluster.fs.getUri());
    client = new FileMoverClient(conf, cluster.fs.getUri());
  }

  @AfterEach
  void stop() throws Exception {
    client.close();
    service.close();
    cluster.close();
  }

  /** Makes room scarce or plenty. */
  private interface Change {
    void make() throws Exception;
  }

  @Test
  void aQuotaThatIsReachedHasRequestsRefusedAndNothingElseLost() throws Exception {
    long oneBlock = (long) NODES * MoverCluster.BLOCK_BYTES;
    requireThatNothingIsLost(
        () -> cluster.fs.setQuota(JOURNAL, HdfsConstants.QUOTA_DONT_SET, oneBlock),
        () ->
            cluster.fs.setQuota(JOURNAL, HdfsConstants.QUOTA_DONT_SET, HdfsConstants.QUOTA_RESET));
  }

  @Test
  void fullDatanodesHaveRequestsRefusedAndNothingElseLost() throws Exception {
    Path filler = new Path("/filler");
    requireThatNothingIsLost(() -> fill(filler), () -> cluster.fs.delete(filler, true));
  }

  /** Writes until DataNodes take no more blocks on their disks, also when asked again. */
  private void fill(Path directory) throws Exception {
    int failures = 0;
    for (int i = 0; failures < FULL; i++) {
      try {
        DFSTestUtil.createFile(
            cluster.fs, new Path(directory, "f" + i), MoverCluster.BLOCK_BYTES, (short) NODES, i);
        failures = 0;
      } catch (IOException e) {
        assertThat(e).hasMessageContaining("could only be written to 0 of the 1 minReplication");
        failures++;
        cluster.dfs.triggerHeartbeats();
      }
    }
  }

  private void requireThatNothingIsLost(Change fill, Change makeRoom) throws Exception {
    Path waiting = cluster.file("/waiting", BLOCKS, NODES);
    Path renamed = cluster.file("/data/renamed", 1, NODES);
    cluster.fs.setStoragePolicy(waiting, "ALL_SSD");
    // one replica is begun, the others would wait for a day
    client.limits(LimitsProto.newBuilder().setBytesPerSecond(1).build());
    long accepted = client.submit(List.of("/waiting"), false).getId();
    awaitMoved(accepted, 1);

    fill.make();
    // more than a block holds
    List<String> many = Collections.nCopies(1_000, "/waiting");
    for (int i = 0; i < 5; i++) {
      assertThatThrownBy(() -> client.submit(many, false))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("cannot write the journal, so nothing was accepted: ")
          .message()
          .hasLineCount(1);
      assertThat(cluster.fs.listStatus(JOURNAL)).hasSize(1);
    }
    Path there = new Path("/fast/renamed");
    cluster.fs.rename(renamed, there);
    assertThat(client.status(accepted).hasEndedMs()).isFalse();
    assertThat(service.open()).isEqualTo(1);

    makeRoom.make();
    long again = awaitAccepted();
    assertThat(again).as("joined, or another one").isGreaterThanOrEqualTo(accepted);
    service.close();
    service = MoverService.start(cluster.conf, cluster.fs.getUri());
    // the first call over the connection to the closed service would fail
    client.close();
    client = new FileMoverClient(cluster.conf, cluster.fs.getUri());
    LimitsProto unused = client.limits(LimitsProto.newBuilder().setBytesPerSecond(0).build());
    awaitEnd(accepted);
    awaitEnd(again);
    Map<String, Integer> onSsd = Map.of("SSD", NODES);
    assertThat(cluster.awaitReplicasByType(there, onSsd)).isEqualTo(onSsd);
    assertThat(cluster.replicasByType(waiting)).isEqualTo(Map.of("SSD", BLOCKS * NODES));
    assertThat(cluster.isAsWritten(waiting, BLOCKS)).isTrue();
  }

  private void awaitMoved(long id, long replicas) throws Exception {
    Waits.until(
        replicas + " replicas are moved",
        PATIENCE,
        () -> client.status(id),
        status -> status.getReplicasMoved() >= replicas);
  }

  /** The number of a request, when one is accepted: DataNodes tell of free space by heartbeats. */
  private long awaitAccepted() throws Exception {
    long deadlineNs = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      try {
        return client.submit(List.of("/waiting"), false).getId();
      } catch (IOException e) {
        if (System.nanoTime() > deadlineNs) {
          throw e;
        }
        Thread.sleep(100);
      }
    }
  }

  private void awaitEnd(long id) throws Exception {
    Waits.until(
        "the end of request " + id,
        PATIENCE,
        () -> ServiceProcess.status(client, id),
        RequestStatusProto::hasEndedMs);
  }
}
