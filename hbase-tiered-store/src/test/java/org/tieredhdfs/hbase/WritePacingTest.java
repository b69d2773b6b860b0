package org.tieredhdfs.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.coprocessor.CoprocessorHost;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.ipc.RWQueueRpcExecutor;
import org.apache.hadoop.hbase.regionserver.FlushLifeCycleTracker;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A region refuses writes at 4 MB; flushes are held until a test lets them go. */
class WritePacingTest {
  private static final int MB = 1 << 20;
  private static final String MAX_WAIT = "hbase.tiered.write.pacing.max.wait";

  private static TieredHBase start(Path directory, String maxWait) throws Exception {
    return new TieredHBase(
        directory,
        Map.of(
            MAX_WAIT,
            maxWait,
            HConstants.HREGION_MEMSTORE_FLUSH_SIZE,
            Integer.toString(MB),
            CoprocessorHost.REGION_COPROCESSOR_CONF_KEY,
            TieredRegionObserver.class.getName() + "," + HeldFlushes.class.getName()));
  }

  /** A client that does not try again, and waits for long: half of that is the limit of a wait. */
  private static Connection connect(TieredHBase hbase) throws IOException {
    Configuration conf = new Configuration(hbase.conf());
    conf.setInt(HConstants.HBASE_CLIENT_RETRIES_NUMBER, 0);
    conf.setInt(HConstants.HBASE_RPC_TIMEOUT_KEY, 600_000);
    return ConnectionFactory.createConnection(conf);
  }

  private static void put(Connection connection, TableName table, int row, int bytes)
      throws IOException {
    try (Table client = connection.getTable(table)) {
      client.put(row(row, bytes));
    }
  }

  private static Put row(int row, int bytes) {
    return new Put(Bytes.toBytes(row)).addColumn(Rows.FAMILY, null, new byte[bytes]);
  }

  private static CompletableFuture<Boolean> inBackground(Callable<?> write) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            write.call();
            return true;
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        });
  }

  @Test
  void writesWaitForTheFlushOfAFullRegionInsteadOfBeingRefused(@TempDir Path directory)
      throws Exception {
    try (TieredHBase hbase = start(directory, "5m");
        HeldFlushes held = HeldFlushes.hold()) {
      TableName table = Rows.create(hbase, "paced", Map.of());
      try (Connection connection = connect(hbase);
          Table client = connection.getTable(table)) {
        put(connection, table, 1, 19 * MB / 10);
        CompletableFuture<Boolean> toTheBrim =
            inBackground(
                () -> {
                  put(connection, table, 2, 23 * MB / 10);
                  return true;
                });
        Rows.await(() -> waiting("after") == 1 || toTheBrim.isDone());
        CompletableFuture<Boolean> batch =
            inBackground(
                () -> {
                  client.batch(List.of(row(3, 1), row(4, 1)), new Object[2]);
                  return true;
                });
        Rows.await(() -> waiting("before") == 1 || batch.isDone());
        assertThat(toTheBrim).isNotDone();
        assertThat(batch).isNotDone();

        long paced = PlacementMetrics.get().value("pacedWrites");
        CheckAndMutate conditional =
            CheckAndMutate.newBuilder(Bytes.toBytes(5))
                .ifNotExists(Rows.FAMILY, null)
                .build(row(5, 1));
        assertThatThrownBy(() -> client.checkAndMutate(conditional))
            .hasStackTraceContaining("RegionTooBusyException");
        assertThat(PlacementMetrics.get().value("pacedWrites")).isEqualTo(paced);

        held.letGo();
        assertThat(toTheBrim.get(5, TimeUnit.MINUTES)).isTrue();
        assertThat(batch.get(5, TimeUnit.MINUTES)).isTrue();
        assertThat(new Rows(hbase, table).count()).isEqualTo(4);
        assertThat(PlacementMetrics.get().value("pacedWrites")).isGreaterThanOrEqualTo(2);
        assertThat(hbase.onlyRegion(table).getBlockedRequestsCount()).isEqualTo(1);
      }
    }
  }

  /** How many threads wait in a method of the pacing. */
  private static long waiting(String method) {
    return Thread.getAllStackTraces().values().stream()
        .filter(
            stack ->
                Arrays.stream(stack)
                    .anyMatch(
                        frame ->
                            frame.getClassName().equals(WritePacing.class.getName())
                                && frame.getMethodName().equals(method)))
        .count();
  }

  @Test
  void withoutPacingHBaseRefusesTheWrite(@TempDir Path directory) throws Exception {
    try (TieredHBase hbase = start(directory, "0");
        HeldFlushes held = HeldFlushes.hold()) {
      TableName table = Rows.create(hbase, "refused", Map.of());
      try (Connection connection = connect(hbase)) {
        put(connection, table, 1, 19 * MB / 10);
        put(connection, table, 2, 23 * MB / 10);
        assertThatThrownBy(() -> put(connection, table, 3, 1))
            .hasStackTraceContaining("RegionTooBusyException");
        assertThat(held.areHeld()).isTrue();
      }
    }
  }

  @Test
  void aWriteWaitsTheLongerTheFullerItsRegionIs() {
    assertThat(WritePacing.waitMs(0.5, 8_000)).isZero();
    assertThat(WritePacing.waitMs(0.75, 8_000)).isEqualTo(250);
    assertThat(WritePacing.waitMs(1, 8_000)).isEqualTo(8_000);
    assertThat(WritePacing.waitMs(3, 8_000)).isEqualTo(8_000);
  }

  @Test
  void nobodyWaitsUnlessThatIsAskedFor() {
    Configuration conf = new Configuration(false);
    RegionCoprocessorEnvironment env =
        (RegionCoprocessorEnvironment)
            Proxy.newProxyInstance(
                RegionCoprocessorEnvironment.class.getClassLoader(),
                new Class<?>[] {RegionCoprocessorEnvironment.class},
                (proxy, method, arguments) ->
                    method.getName().equals("getConfiguration") ? conf : null);
    assertThat(WritePacing.of(env)).isSameAs(WritePacing.NONE);
  }

  /** HBase's own count is private to it. */
  @ParameterizedTest
  @CsvSource({"30, 0.5, 15", "40, 0.75, 10", "30, 0.9, 3", "10, 0.05, 9", "3, 0.1, 2"})
  void handlersOfReadsOnlyAreNotCounted(int all, float reading, int writing) throws Exception {
    Configuration conf = new Configuration(false);
    conf.setInt(HConstants.REGION_SERVER_HANDLER_COUNT, all);
    assertThat(WritePacing.handlers(conf)).isEqualTo(all);
    conf.setFloat("hbase.ipc.server.callqueue.read.ratio", reading);
    assertThat(WritePacing.handlers(conf)).isEqualTo(writing);

    Method own =
        RWQueueRpcExecutor.class.getDeclaredMethod("calcNumWriters", int.class, float.class);
    own.setAccessible(true);
    assertThat(writing).isLessThanOrEqualTo((int) own.invoke(null, all, reading));
  }

  /** Holds the flushes of all tables but HBase's own. */
  public static final class HeldFlushes
      implements RegionCoprocessor, RegionObserver, AutoCloseable {
    private static volatile CountDownLatch latch = new CountDownLatch(0);

    static HeldFlushes hold() {
      latch = new CountDownLatch(1);
      return new HeldFlushes();
    }

    boolean areHeld() {
      return latch.getCount() > 0;
    }

    void letGo() {
      latch.countDown();
    }

    @Override
    public void close() {
      letGo();
    }

    @Override
    public Optional<RegionObserver> getRegionObserver() {
      return Optional.of(this);
    }

    @Override
    public void preFlush(
        ObserverContext<RegionCoprocessorEnvironment> context, FlushLifeCycleTracker tracker)
        throws IOException {
      if (!context.getEnvironment().getRegionInfo().getTable().isSystemTable()) {
        try {
          latch.await();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw new IOException(e);
        }
      }
    }
  }
}
