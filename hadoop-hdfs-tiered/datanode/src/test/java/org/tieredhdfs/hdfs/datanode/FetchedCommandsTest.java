package org.tieredhdfs.hdfs.datanode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.apache.hadoop.hdfs.server.datanode.FetchedCommands;
import org.apache.hadoop.hdfs.server.datanode.HeldCommands;
import org.apache.hadoop.hdfs.server.namenode.NameNodeAdapter;
import org.apache.hadoop.test.MetricsAsserts;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.waits.Waits;

/** The queue of commands of a DataNode that is at work. */
@Timeout(120)
class FetchedCommandsTest {
  private static final long LONG_MS = 60_000;
  private static final int VOLUMES = 3;
  private static final int THREADS = 8;
  private static final int ROUNDS = 200;

  @TempDir File folder;
  private OneNode node;
  private FetchedCommands commands;
  private @Nullable HeldCommands held;

  @BeforeEach
  void start() throws Exception {
    node = new OneNode(folder, OneNode.configuration(true));
    commands = new FetchedCommands(node.datanode);
  }

  @AfterEach
  void stop() throws Exception {
    release();
    node.close();
  }

  private void hold() throws Exception {
    held = new HeldCommands(node.datanode, node.pool());
  }

  private void release() {
    if (held != null) {
      held.release();
    }
  }

  @Test
  void whatIsBeingCarriedOutIsWaitedForButNotForEver() throws Exception {
    hold();
    Background<Boolean> patient =
        new Background<>("patient", () -> commands.awaitCarriedOut(node.pool(), LONG_MS));
    assertThat(commands.awaitCarriedOut(node.pool(), 300)).isFalse();
    assertThat(patient.isDone()).isFalse();
    release();
    assertThat(patient.get(LONG_MS)).isTrue();
  }

  @Test
  void heartbeatsGoOnWhileAReportWaits() throws Exception {
    // The first one may still be on its way when the cluster is up
    Waits.until(
        "the first report of each volume", Duration.ofMillis(LONG_MS), () -> reports() >= VOLUMES);
    long reportsBefore = reports();
    hold();
    Background<Boolean> report =
        new Background<>(
            "report",
            () -> {
              DataNodeTestUtils.triggerBlockReport(node.datanode);
              return true;
            });
    for (int i = 0; i < 4; i++) {
      long before = lastHeartbeat();
      Waits.until("a heartbeat", Duration.ofMillis(LONG_MS), () -> lastHeartbeat() != before);
    }
    assertThat(reports()).isEqualTo(reportsBefore);
    assertThat(report.isDone()).isFalse();
    release();
    assertThat(report.get(LONG_MS)).isTrue();
    Waits.until("the report", Duration.ofMillis(LONG_MS), () -> reports() > reportsBefore);
  }

  /** As tools and tests ask for it. */
  @Test
  void otherThreadsGetAReportNevertheless() throws Exception {
    hold();
    assertThat(node.dataset().getBlockReports(node.pool())).hasSize(VOLUMES);
  }

  private DatanodeDescriptor descriptor() throws Exception {
    return NameNodeAdapter.getDatanode(node.cluster.getNamesystem(), node.datanode.getDatanodeId());
  }

  private long lastHeartbeat() throws Exception {
    return descriptor().getLastUpdateMonotonic();
  }

  private long reports() throws Exception {
    return Stream.of(descriptor().getStorageInfos())
        .mapToLong(DatanodeStorageInfo::getBlockReportCount)
        .sum();
  }

  @Test
  void anInterruptedThreadDoesNotWait() throws Exception {
    hold();
    Thread.currentThread().interrupt();
    assertThat(commands.awaitCarriedOut(node.pool(), LONG_MS)).isFalse();
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void anUnknownPoolHasNothingToWaitFor() {
    assertThat(commands.awaitCarriedOut("BP-none", LONG_MS)).isTrue();
  }

  /** With reports of the DataNode itself between them. */
  @Test
  void manyThreadsWaitAtOnceAndAllGoOn() throws Exception {
    List<Background<Integer>> threads = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      threads.add(
          new Background<>(
              "waits " + i,
              () -> {
                int carriedOut = 0;
                for (int round = 0; round < ROUNDS; round++) {
                  carriedOut += commands.awaitCarriedOut(node.pool(), LONG_MS) ? 1 : 0;
                }
                return carriedOut;
              }));
    }
    for (int i = 0; i < 5; i++) {
      DataNodeTestUtils.triggerBlockReport(node.datanode);
    }
    for (Background<Integer> thread : threads) {
      assertThat(thread.get(LONG_MS)).isEqualTo(ROUNDS);
    }
    Waits.until(
        "the metric of waiting commands is back to where it was",
        Duration.ofMillis(LONG_MS),
        () -> queued() == 0);
  }

  private long queued() {
    return MetricsAsserts.getLongCounter(
        "SumOfActorCommandQueueLength",
        MetricsAsserts.getMetrics(node.datanode.getMetrics().name()));
  }
}
