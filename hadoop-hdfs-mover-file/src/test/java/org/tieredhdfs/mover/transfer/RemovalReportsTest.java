package org.tieredhdfs.mover.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo.DatanodeInfoBuilder;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.waits.Waits;

class RemovalReportsTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int NODES = 20;
  private static final int THREADS = 8;
  private static final int REFUSING_PORT = 9_000;

  /** Takes down who is asked, and by how many at a time. */
  private static final class Asked implements RemovalReports.Asker {
    private final Map<String, AtomicInteger> times = new ConcurrentHashMap<>();
    private final Map<String, AtomicInteger> now = new ConcurrentHashMap<>();
    private final AtomicInteger mostAtATime = new AtomicInteger();

    @Override
    public void ask(DatanodeInfo node) throws IOException {
      AtomicInteger running = of(now, node);
      mostAtATime.accumulateAndGet(running.incrementAndGet(), Math::max);
      try {
        if (of(times, node).incrementAndGet() > 0 && node.getXferPort() == REFUSING_PORT) {
          throw new IOException("a node that refuses");
        }
      } finally {
        running.decrementAndGet();
      }
    }

    private static AtomicInteger of(Map<String, AtomicInteger> counts, DatanodeInfo node) {
      return counts.computeIfAbsent(node.getDatanodeUuid(), id -> new AtomicInteger());
    }
  }

  @Test
  void manyWaitForManyNodesAndEachIsAskedByOneAtATime() throws Exception {
    Asked asked = new Asked();
    List<DatanodeInfo> nodes = new ArrayList<>();
    for (int i = 0; i < NODES; i++) {
      int port = REFUSING_PORT + i;
      DatanodeID id = new DatanodeID("127.0.0.1", "localhost", "node-" + i, port, port, port, port);
      nodes.add(new DatanodeInfoBuilder().setNodeID(id).build());
    }
    int calls = 20_000;
    try (RemovalReports reports = new RemovalReports(asked)) {
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        Thread thread =
            new Thread(
                () -> {
                  for (int call = 0; call < calls; call++) {
                    reports.expectFrom(nodes.get(call % NODES));
                  }
                });
        threads.add(thread);
        thread.start();
      }
      for (Thread thread : threads) {
        thread.join();
      }
      assertThat(reports.nodes()).isLessThanOrEqualTo(NODES);
      Waits.until("only the one that refused, for a while", PATIENCE, () -> reports.nodes() == 1);
    }
    assertThat(asked.times).hasSize(NODES);
    assertThat(asked.times.get(nodes.get(0).getDatanodeUuid())).hasValue(1);
    assertThat(asked.mostAtATime).hasValue(1);
    assertThat(asked.times.values().stream().mapToInt(AtomicInteger::get).sum())
        .isLessThan(NODES * 20);
  }
}
