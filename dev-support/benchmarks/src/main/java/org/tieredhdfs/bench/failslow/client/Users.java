package org.tieredhdfs.bench.failslow.client;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.tieredhdfs.bench.PacedLoop;

/** The users of one load: threads that write, flush, read and scan. Used by one thread. */
final class Users {
  private static final long END_LIMIT_MS = 180_000;
  private static final String TABLE = "failslow";

  private final DistributedFileSystem fs;
  private final FailSlowLoad load;
  private final OperationLog log;
  private final List<PacedLoop> loops = new ArrayList<>();
  private final List<LogWriter> writers = new ArrayList<>();
  private final List<ReadLoad> readers = new ArrayList<>();
  private final RowLoad rows;

  /**
   * Starts as many of each kind as the load says.
   *
   * @param log takes what they do
   */
  Users(DistributedFileSystem fs, Connection hbase, FailSlowLoad load, Path log)
      throws IOException {
    this.fs = fs;
    this.load = load;
    this.log = new OperationLog(log);
    rows = new RowLoad(hbase, TABLE, load.threads(OperationKind.PUT).count());
    rows.createTable();
    for (OperationKind kind : OperationKind.values()) {
      for (int i = 0; i < load.threads(kind).count(); i++) {
        loops.add(PacedLoop.start(kind + " " + i, load.threads(kind).intervalMs(), step(kind, i)));
      }
    }
  }

  /** What a thread does again and again. */
  private PacedLoop.Step step(OperationKind kind, int thread) {
    switch (kind) {
      case PUT -> {
        return number -> rows.put(log, thread, (int) number);
      }
      case SCAN -> {
        return number -> rows.scan(log);
      }
      case READ, OTHER_READ -> {
        ReadLoad reader = new ReadLoad(fs, log, kind, readers.size());
        readers.add(reader);
        return number -> reader.step((int) number);
      }
      case HFLUSH, HSYNC, OTHER_HFLUSH, OTHER_HSYNC -> {
        LogWriter writer = new LogWriter(fs, log, kind, load, writers.size());
        writers.add(writer);
        return number -> writer.step();
      }
      case CLOSE -> throw new IllegalArgumentException("nobody only closes files");
    }
    throw new IllegalArgumentException(kind.toString());
  }

  /**
   * Ends them all.
   *
   * @return how many were stuck and did not end
   */
  Map<String, Double> stop() throws IOException, InterruptedException {
    loops.forEach(PacedLoop::stop);
    long endNs = System.nanoTime() + END_LIMIT_MS * 1_000_000;
    int stuck = 0;
    for (PacedLoop loop : loops) {
      if (!loop.join((endNs - System.nanoTime()) / 1_000_000)) {
        loop.close();
        stuck++;
      }
    }
    if (stuck == 0) {
      writers.forEach(LogWriter::finish);
      for (ReadLoad reader : readers) {
        reader.close();
      }
      log.close();
    }
    return Map.of("stuck", (double) stuck);
  }

  /** What was acknowledged, and what of it is not there any more. */
  Map<String, Double> verify() throws IOException, InterruptedException {
    Map<String, Double> figures = new LinkedHashMap<>();
    figures.put("acknowledgedRows", (double) rows.acknowledgedRows());
    figures.put("lostRows", (double) rows.lostRows());
    for (LogWriter writer : writers) {
      writer.checkAll();
    }
    figures.put("acknowledgedRecords", sum(LogWriter::acknowledgedRecords));
    figures.put("lostRecords", sum(LogWriter::lostRecords));
    return figures;
  }

  private double sum(ToLongFunction<LogWriter> records) {
    return writers.stream().mapToLong(records).sum();
  }
}
