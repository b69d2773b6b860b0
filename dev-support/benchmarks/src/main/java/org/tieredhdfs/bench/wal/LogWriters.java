package org.tieredhdfs.bench.wal;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Writers that do as HBase's WAL does: append a record, have it acknowledged, and again. */
final class LogWriters {
  private static final int RECORD_BYTES = 1024;
  private static final double NS_PER_US = 1_000;

  private final FileSystem fs;
  private final int writers;

  LogWriters(FileSystem fs, int writers) {
    this.fs = fs;
    this.writers = writers;
  }

  /** Writes a file each for some seconds; the figures of that, by name. */
  Map<String, Double> run(Path directory, int seconds) throws IOException, InterruptedException {
    long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    List<Callable<Histogram>> tasks = new ArrayList<>();
    for (int i = 0; i < writers; i++) {
      Path file = new Path(directory, "log" + i);
      tasks.add(() -> write(file, endNs));
    }
    ExecutorService threads = Executors.newFixedThreadPool(writers);
    Histogram all = new Histogram(3);
    try {
      for (Future<Histogram> one : threads.invokeAll(tasks)) {
        all.add(one.get());
      }
    } catch (ExecutionException e) {
      throw new IOException("a log could not be written", e.getCause());
    } finally {
      threads.shutdownNow();
    }
    return figures(all, seconds);
  }

  private Histogram write(Path file, long endNs) throws IOException {
    Histogram latenciesNs = new Histogram(3);
    byte[] record = new byte[RECORD_BYTES];
    try (FSDataOutputStream out = fs.create(file, true)) {
      long beginNs = System.nanoTime();
      while (beginNs - endNs < 0) {
        out.write(record);
        out.hflush();
        long doneNs = System.nanoTime();
        latenciesNs.recordValue(doneNs - beginNs);
        beginNs = doneNs;
      }
    }
    return latenciesNs;
  }

  private static Map<String, Double> figures(Histogram ns, int seconds) {
    Map<String, Double> figures = new LinkedHashMap<>();
    figures.put("recordsPerSec", ns.getTotalCount() / (double) seconds);
    figures.put("hflushMeanUs", ns.getMean() / NS_PER_US);
    figures.put("hflushP50Us", ns.getValueAtPercentile(50) / NS_PER_US);
    figures.put("hflushP99Us", ns.getValueAtPercentile(99) / NS_PER_US);
    figures.put("hflushMaxUs", ns.getMaxValue() / NS_PER_US);
    return figures;
  }
}
