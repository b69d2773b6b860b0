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
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.bench.write.process.Request;

/** The users of one load: threads that write, flush, read and scan. Used by one thread. */
final class Users {
  private static final long END_LIMIT_MS = 180_000;

  private final DistributedFileSystem fs;
  private final Connection hbase;
  private final OperationLog log;
  private final List<PacedLoop> loops = new ArrayList<>();
  private final List<LogWriter> writers = new ArrayList<>();
  private final List<ReadLoad> readers = new ArrayList<>();
  private @Nullable RowLoad rows;

  Users(DistributedFileSystem fs, Connection hbase, Path log) throws IOException {
    this.fs = fs;
    this.hbase = hbase;
    this.log = new OperationLog(log);
  }

  /** Starts as many of each kind as the request says. */
  void start(Request request) throws IOException {
    startRows(request);
    startWriters(request, OperationKind.HFLUSH, "hflush", "path");
    startWriters(request, OperationKind.HSYNC, "hsync", "path");
    startWriters(request, OperationKind.OTHER_HFLUSH, "otherHflush", "otherPath");
    startWriters(request, OperationKind.OTHER_HSYNC, "otherHsync", "otherPath");
    startReaders(request, OperationKind.READ, "read", "path");
    startReaders(request, OperationKind.OTHER_READ, "otherRead", "otherPath");
  }

  private void startRows(Request request) throws IOException {
    int puts = request.count("puts");
    RowLoad load = new RowLoad(hbase, request.text("table"), puts);
    load.createTable();
    rows = load;
    for (int i = 0; i < puts; i++) {
      int writer = i;
      loops.add(
          PacedLoop.start(
              "put " + i, request.number("putMs"), number -> load.put(log, writer, number)));
    }
    for (int i = 0; i < request.count("scans"); i++) {
      loops.add(PacedLoop.start("scan " + i, request.number("scanMs"), number -> load.scan(log)));
    }
  }

  private void startWriters(Request request, OperationKind kind, String name, String path)
      throws IOException {
    String renamedTo = request.text("renamedTo");
    boolean isRenamed = !renamedTo.equals("-") && path.equals("path");
    LogWriter.Settings settings =
        new LogWriter.Settings(
            kind,
            new org.apache.hadoop.fs.Path(request.text(path)),
            isRenamed ? new org.apache.hadoop.fs.Path(renamedTo) : null,
            request.count("recordBytes"),
            request.count("recordsOfAFile"),
            request.count("keptFiles"));
    for (int i = 0; i < request.count(name + "s"); i++) {
      LogWriter writer = new LogWriter(fs, log, settings, writers.size());
      writers.add(writer);
      loops.add(
          PacedLoop.start(name + " " + i, request.number(name + "Ms"), number -> writer.step()));
    }
  }

  private void startReaders(Request request, OperationKind kind, String name, String path)
      throws IOException {
    ReadLoad.FileSet files =
        new ReadLoad.FileSet(
            new org.apache.hadoop.fs.Path(request.text(path), "read"),
            request.count("files"),
            request.count("bytes"));
    for (int i = 0; i < request.count(name + "s"); i++) {
      ReadLoad reader = new ReadLoad(fs, log, kind, files, readers.size());
      readers.add(reader);
      loops.add(PacedLoop.start(name + " " + i, request.number(name + "Ms"), reader::step));
    }
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
    RowLoad load = rows;
    if (load == null) {
      throw new IllegalStateException("nobody has started");
    }
    Map<String, Double> figures = new LinkedHashMap<>();
    figures.put("acknowledgedRows", (double) load.acknowledgedRows());
    figures.put("lostRows", (double) load.lostRows());
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
