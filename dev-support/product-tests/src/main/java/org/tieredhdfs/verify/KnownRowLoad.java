package org.tieredhdfs.verify;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.verify.fixture.KnownRows;

/**
 * Writers of a table's rows, each of which writes a batch when the one before is acknowledged, and
 * the check of all rows. Used by one thread.
 */
final class KnownRowLoad {
  static final TableName TABLE = TableName.valueOf("known");

  private static final Logger LOG = LoggerFactory.getLogger(KnownRowLoad.class);
  private static final int ROWS_OF_A_BATCH = 50;
  private static final int ROWS_PER_CALL = 1_000;

  /** Rows have numbers below; those of a run are spread evenly, and none comes twice. */
  private static final int NUMBERS = 1_000_000_000;

  private static final long SPREAD = 618_033_989;

  /** Small, so that there are many files and both sizes of compacted ones. */
  private static final long FLUSH_BYTES = 1 << 20;

  private static final long POLL_MS = 250;
  private static final long PAUSE_AFTER_FAILURE_MS = 200;
  private static final long MAX_EXTENSION_NS = TimeUnit.MINUTES.toNanos(5);
  private static final long LINE_INTERVAL_NS = TimeUnit.SECONDS.toNanos(10);

  private final VerifyHbaseCommand plan;
  private final Connection connection;
  private final Progress progress;
  private final KnownRows rows = new KnownRows();
  private final AtomicLong next;
  private final AtomicLong acked = new AtomicLong();
  private final AtomicLong failures = new AtomicLong();
  private final List<Writer> writers = new ArrayList<>();
  private long nextLineNs = System.nanoTime() + LINE_INTERVAL_NS;

  /**
   * Makes the table.
   *
   * @param regions rows are spread evenly over so many
   */
  KnownRowLoad(VerifyHbaseCommand plan, Connection connection, int regions, Progress progress)
      throws IOException {
    this.plan = plan;
    this.connection = connection;
    this.progress = progress;
    this.next = new AtomicLong(plan.seed);
    for (int i = 0; i < plan.writers; i++) {
      writers.add(new Writer());
    }
    byte[][] splits =
        IntStream.range(1, regions)
            .mapToObj(i -> KnownRows.key((int) ((long) NUMBERS * i / regions)))
            .toArray(byte[][]::new);
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(TABLE)
              .setMemStoreFlushSize(FLUSH_BYTES)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(KnownRows.FAMILY))
              .build(),
          splits);
    }
  }

  /** How many rows were acknowledged. */
  long acked() {
    return acked.get();
  }

  /** Whether as many rows are written as there shall be. */
  boolean isComplete() {
    return acked() >= plan.rows;
  }

  /** How many batches had to be written again. */
  long failures() {
    return failures.get();
  }

  /**
   * Has all write for a time, or until all rows are there.
   *
   * @param isEnough asked when the time is over; until then some more is given
   */
  void run(Duration length, BooleanSupplier isEnough) throws IOException, InterruptedException {
    long endNs = System.nanoTime() + length.toNanos();
    AtomicBoolean isEnded = new AtomicBoolean();
    BooleanSupplier isOver = () -> isEnded.get() || isComplete() || isOver(endNs, isEnough);
    ExecutorService pool = Executors.newFixedThreadPool(writers.size());
    try {
      List<Future<?>> running = new ArrayList<>();
      for (Writer writer : writers) {
        running.add(
            pool.submit(
                () -> {
                  writer.run(isOver);
                  return writer;
                }));
      }
      for (Future<?> one : running) {
        await(one);
      }
    } finally {
      isEnded.set(true);
      pool.shutdownNow();
    }
  }

  private static boolean isOver(long endNs, BooleanSupplier isEnough) {
    long beyondNs = System.nanoTime() - endNs;
    return beyondNs >= (isEnough.getAsBoolean() ? 0 : MAX_EXTENSION_NS);
  }

  private void await(Future<?> writer) throws IOException, InterruptedException {
    while (!writer.isDone()) {
      Thread.sleep(POLL_MS);
      tell();
    }
    try {
      writer.get();
    } catch (ExecutionException e) {
      throw new IOException("a writer failed", e.getCause());
    }
  }

  private void tell() {
    String line =
        String.format(
            Locale.ROOT,
            "%-12s %,d rows acknowledged, %,d batches repeated",
            "load",
            acked(),
            failures());
    progress.waitingFor(List.of(line.strip()));
    if (System.nanoTime() - nextLineNs >= 0) {
      nextLineNs = System.nanoTime() + LINE_INTERVAL_NS;
      progress.done(line);
    }
  }

  /** Reads all rows; writers have to be at rest. */
  KnownRows.Found check() throws IOException {
    Scan scan = new Scan().setCaching(ROWS_PER_CALL).setCacheBlocks(false);
    try (Table table = connection.getTable(TABLE);
        ResultScanner all = table.getScanner(scan)) {
      return rows.check(all, false);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** Takes a row away, as a fault would, and returns its number. */
  int deleteOne() throws IOException {
    int row = rows.anyAcked();
    try (Table table = connection.getTable(TABLE)) {
      table.delete(new Delete(KnownRows.key(row)));
    }
    return row;
  }

  private static int number(long count) {
    return (int) (Math.floorMod(count, NUMBERS) * SPREAD % NUMBERS);
  }

  /** One writer, whose batch that failed is written first when it runs again. */
  private final class Writer {
    private List<Integer> batch = List.of();
    private long version;

    void run(BooleanSupplier isOver) throws InterruptedException {
      long intervalNs =
          TimeUnit.SECONDS.toNanos(1) * ROWS_OF_A_BATCH * plan.writers / plan.rowsPerSec;
      long dueNs = System.nanoTime();
      while (!isOver.getAsBoolean()) {
        if (batch.isEmpty()) {
          long first = next.getAndAdd(ROWS_OF_A_BATCH);
          batch = IntStream.range(0, ROWS_OF_A_BATCH).mapToObj(i -> number(first + i)).toList();
          version = System.currentTimeMillis();
        }
        if (write()) {
          dueNs = Math.max(dueNs + intervalNs, System.nanoTime() - intervalNs);
          TimeUnit.NANOSECONDS.sleep(Math.max(0, dueNs - System.nanoTime()));
        } else {
          Thread.sleep(PAUSE_AFTER_FAILURE_MS);
        }
      }
    }

    private boolean write() {
      try (Table table = connection.getTable(TABLE)) {
        rows.put(table, batch, version, false);
      } catch (IOException e) {
        failures.incrementAndGet();
        LOG.info("The rows of {} are written again: {}", version, e.toString());
        return false;
      }
      acked.addAndGet(batch.size());
      batch = List.of();
      return true;
    }
  }
}
