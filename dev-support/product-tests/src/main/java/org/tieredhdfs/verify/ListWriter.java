package org.tieredhdfs.verify;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One writer of many lists side by side: each batch holds one more row of every list, and is
 * written when the batch before is acknowledged.
 *
 * <p>Used by one thread at a time; it may be run again and then goes on with its lists.
 */
final class ListWriter {
  private static final Logger LOG = LoggerFactory.getLogger(ListWriter.class);
  private static final long PAUSE_AFTER_FAILURE_MS = 200;

  private final int number;
  private final RowStore store;
  private final AckedRows acked;
  private final SplittableRandom random;
  private final long intervalNs;
  private List<ListRow> latest = new ArrayList<>();
  private List<ListRow> pending = List.of();
  private int batches;
  private final AtomicLong failures = new AtomicLong();

  /**
   * @param lists how many lists, so many rows has a batch
   * @param intervalNs of batches; 0 for as fast as it goes
   */
  ListWriter(
      int number,
      int lists,
      RowStore store,
      AckedRows acked,
      long intervalNs,
      SplittableRandom random) {
    this.number = number;
    this.store = store;
    this.acked = acked;
    this.intervalNs = intervalNs;
    this.random = random;
    for (int i = 0; i < lists; i++) {
      latest.add(new ListRow(ListRow.NONE, ListRow.NONE));
    }
  }

  /** How many writes failed; each was tried again. */
  long failures() {
    return failures.get();
  }

  /**
   * Writes until it is told to end; what is not acknowledged then is written first in the next run.
   */
  void run(BooleanSupplier isOver) throws InterruptedException {
    long dueNs = System.nanoTime();
    while (!isOver.getAsBoolean()) {
      if (pending.isEmpty()) {
        pending = next();
      }
      if (write()) {
        dueNs = Math.max(dueNs + intervalNs, System.nanoTime() - intervalNs);
        TimeUnit.NANOSECONDS.sleep(Math.max(0, dueNs - System.nanoTime()));
      } else {
        Thread.sleep(PAUSE_AFTER_FAILURE_MS);
      }
    }
  }

  private List<ListRow> next() {
    List<ListRow> rows = new ArrayList<>(latest.size());
    for (ListRow row : latest) {
      rows.add(new ListRow(newId(), row.id()));
    }
    return rows;
  }

  private long newId() {
    long id = random.nextLong();
    return id == ListRow.NONE ? newId() : id;
  }

  private boolean write() {
    try {
      store.write(pending);
    } catch (IOException e) {
      failures.incrementAndGet();
      LOG.info("Writer {}: batch {} is tried again: {}", number, batches, e.toString());
      return false;
    }
    acked.add(new AckedRows.Batch(number, batches, Instant.now(), pending));
    batches++;
    latest = pending;
    pending = List.of();
    return true;
  }
}
