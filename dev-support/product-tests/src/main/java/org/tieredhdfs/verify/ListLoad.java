package org.tieredhdfs.verify;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.tieredhdfs.localcluster.spec.Progress;

/** All writers together. Used by one thread. */
final class ListLoad {
  private static final int LISTS_OF_A_WRITER = 50;
  private static final long POLL_MS = 250;
  private static final long MAX_EXTENSION_NS = TimeUnit.MINUTES.toNanos(5);
  private static final long LINE_INTERVAL_NS = TimeUnit.SECONDS.toNanos(10);

  private final VerifyPlan plan;
  private final AckedRows acked;
  private final Progress progress;
  private final List<ListWriter> writers = new ArrayList<>();
  private final long startNs = System.nanoTime();
  private long nextLineNs = startNs + LINE_INTERVAL_NS;

  ListLoad(
      VerifyPlan plan,
      RowStore store,
      AckedRows acked,
      SplittableRandom random,
      Progress progress) {
    this.plan = plan;
    this.acked = acked;
    this.progress = progress;
    long intervalNs =
        TimeUnit.SECONDS.toNanos(1) * LISTS_OF_A_WRITER * plan.writers() / plan.rowsPerSec();
    for (int i = 0; i < plan.writers(); i++) {
      writers.add(new ListWriter(i, LISTS_OF_A_WRITER, store, acked, intervalNs, random.split()));
    }
  }

  /** Whether as many rows are written as there shall be. */
  boolean isComplete() {
    return acked.rows() >= plan.rows();
  }

  /** How many batches had to be written again. */
  long failures() {
    return writers.stream().mapToLong(ListWriter::failures).sum();
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
      for (ListWriter writer : writers) {
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
            acked.rows(),
            failures());
    progress.waitingFor(List.of(line.strip()));
    if (System.nanoTime() - nextLineNs >= 0) {
      nextLineNs = System.nanoTime() + LINE_INTERVAL_NS;
      progress.done(line);
    }
  }
}
