package org.tieredhdfs.tiering.heat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo.DatanodeInfoBuilder;
import org.junit.jupiter.api.Test;

class ReadCollectorTest {
  private static final long DAY_MS = TimeUnit.DAYS.toMillis(1);

  private final DatanodeInfo one = node("one");
  private final DatanodeInfo two = node("two");
  private final Map<String, ReadReport> reports = new HashMap<>();

  private static DatanodeInfo node(String uuid) {
    return new DatanodeInfoBuilder().setDatanodeUuid(uuid).setIpAddr("127.0.0.1").build();
  }

  private static ReadReport report(long countedMs, long... blockAndBytes) {
    long[] blocks = new long[blockAndBytes.length / 2];
    long[] bytes = new long[blocks.length];
    for (int i = 0; i < blocks.length; i++) {
      blocks[i] = blockAndBytes[2 * i];
      bytes[i] = blockAndBytes[2 * i + 1];
    }
    return new ReadReport(countedMs, DAY_MS, 7, new BlockCounts(blocks, bytes));
  }

  private final ReadCollector collector =
      new ReadCollector(
          (node, most) -> {
            ReadReport report = reports.get(node.getDatanodeUuid());
            if (report == null) {
              throw new IOException("Unknown protocol");
            }
            return report;
          },
          60_000);

  private BlockReads collect() throws InterruptedIOException {
    return collector.collect(List.of(one, two), 0);
  }

  @Test
  void readsOfAllReplicasCountTogether() throws IOException {
    reports.put("one", report(DAY_MS, 11, 5, 12, 6));
    reports.put("two", report(DAY_MS, 12, 10));
    BlockReads reads = collect();

    assertThat(reads.of(11)).isEqualTo(5);
    assertThat(reads.of(12)).isEqualTo(16);
    assertThat(reads.of(13)).isEqualTo(-1);
    assertThat(reads.otherBytes()).isEqualTo(7);
    assertThat(reads.unknownNodes()).isEmpty();
  }

  @Test
  void aStockDataNodeIsUnknown() throws IOException {
    reports.put("one", report(DAY_MS, 11, 5));

    assertThat(collect().unknownNodes()).containsExactly("two");
  }

  @Test
  void aDataNodeThatHasJustBegunIsUnknown() throws IOException {
    reports.put("one", report(DAY_MS, 11, 5));
    reports.put("two", report(10, 11, 5));

    assertThat(collector.collect(List.of(one, two), 60_000).unknownNodes()).containsExactly("two");
  }

  @Test
  void aDataNodeInMaintenanceIsNotWaitedFor() throws IOException {
    reports.put("one", report(DAY_MS, 11, 5));
    two.setInMaintenance();

    assertThat(collect().unknownNodes()).isEmpty();
  }

  @Test
  void whatADataNodeToldCountsWhileItIsBusy() throws IOException {
    reports.put("one", report(DAY_MS, 11, 500_000));
    reports.put("two", report(DAY_MS, 12, 500_000));
    collect();
    reports.remove("two");
    BlockReads reads = collect();

    assertThat(reads.unknownNodes()).isEmpty();
    assertThat(reads.of(12)).isBetween(400_000L, 500_000L);
  }

  @Test
  void whatADataNodeToldBeforeItsRestartCounts() throws IOException {
    reports.put("one", report(DAY_MS, 11, 500_000));
    reports.put("two", report(DAY_MS, 12, 500_000));
    collect();
    reports.put("two", report(1, 12, 1_000, 13, 5));
    BlockReads reads = collector.collect(List.of(one, two), 60_000);

    assertThat(reads.unknownNodes()).isEmpty();
    assertThat(reads.of(12)).isBetween(400_000L, 501_000L);
    assertThat(reads.of(13)).isEqualTo(5);
  }

  @Test
  void aDataNodeThatDoesNotAnswerHoldsUpNoOther() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    ReadCollector patient =
        new ReadCollector(
            (node, most) -> {
              if (node.getDatanodeUuid().equals("one")) {
                try {
                  never.await();
                } catch (InterruptedException e) {
                  throw new IOException("ended", e);
                }
              }
              return report(DAY_MS, 12, 10);
            },
            1_000);
    BlockReads reads = patient.collect(List.of(one, two), 0);

    assertThat(reads.of(12)).isEqualTo(10);
    assertThat(reads.unknownNodes()).containsExactly("one");
  }

  @Test
  void blocksOfAnErasureCodedGroupAreOne() throws IOException {
    reports.put("one", report(DAY_MS, -1024, 5));
    reports.put("two", report(DAY_MS, -1023, 6));

    assertThat(collect().of(-1024)).isEqualTo(11);
  }

  @Test
  void aReportIsReadAsItWasWritten() throws IOException {
    ReadReport read = ReadReport.parse(report(DAY_MS, 11, 5, -16, 6).text(), 10);

    assertThat(read.text()).isEqualTo(report(DAY_MS, 11, 5, -16, 6).text());
    assertThat(ReadReport.parse(report(DAY_MS, 11, 5, 12, 6).text(), 1).counts().size())
        .isEqualTo(1);
  }

  @Test
  void whatADataNodeSaysThatIsWrongIsRefusedOrNothing() throws IOException {
    for (String wrong : List.of("", "hello", "tiered-reads 1 a b c", "tiered-reads 1 5 5 5\n11")) {
      assertThatThrownBy(() -> ReadReport.parse(wrong, 10)).isInstanceOf(IOException.class);
    }
    ReadReport negative = ReadReport.parse("tiered-reads 1 -5 -5 -5\n11 -6", 10);

    assertThat(negative.counts().bytes(0)).isZero();
    assertThat(negative.countedMs()).isZero();
    assertThat(negative.halfLifeMs()).isPositive();
  }

  @Test
  void manyBlocksAreFoundAgain() throws IOException {
    long[] many = new long[20_000];
    for (int i = 0; i < many.length; i += 2) {
      many[i] = 1_073_741_825L + i;
      many[i + 1] = i + 1L;
    }
    reports.put("one", report(DAY_MS, many));
    BlockReads reads = collect();

    assertThat(reads.size()).isEqualTo(10_000);
    assertThat(Objects.requireNonNull(reads).of(1_073_741_825L + 500)).isEqualTo(501);
  }
}
