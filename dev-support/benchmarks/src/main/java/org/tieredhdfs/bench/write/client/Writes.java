package org.tieredhdfs.bench.write.client;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream;
import org.tieredhdfs.bench.write.process.Request;

/** Writes files: as fast as they are taken, or record by record, waiting for each. */
final class Writes {
  private static final int BUFFER_BYTES = 64 * 1024;

  private final DistributedFileSystem fs;
  private final Request request;
  private final byte[] record;

  Writes(DistributedFileSystem fs, Request request) {
    this.fs = fs;
    this.request = request;
    record = new byte[request.count("recordBytes")];
    new Random(1).nextBytes(record);
  }

  /** So many writers at a time share the bytes; from the first create to the last close. */
  Map<String, Double> stream() throws IOException, InterruptedException {
    int writers = request.count("writers");
    long records = request.number("bytes") / writers / record.length;
    List<Callable<Void>> tasks = new ArrayList<>();
    for (int i = 0; i < writers; i++) {
      Path file = new Path(request.text("path"), "f" + i);
      tasks.add(
          () -> {
            try (HdfsDataOutputStream out = create(file)) {
              for (long written = 0; written < records; written++) {
                out.write(record);
              }
            }
            return null;
          });
    }
    ExecutorService threads = Executors.newFixedThreadPool(writers);
    long beginNs = System.nanoTime();
    try {
      for (Future<Void> one : threads.invokeAll(tasks)) {
        one.get();
      }
    } catch (ExecutionException e) {
      throw new IOException("a file could not be written: " + e.getCause(), e.getCause());
    } finally {
      threads.shutdownNow();
    }
    return figures(beginNs, records * writers);
  }

  /** One writer that has each record acknowledged, by hflush or hsync, before the next. */
  Map<String, Double> acknowledged() throws IOException {
    boolean sync = request.flag("sync");
    int records = (int) (request.number("bytes") / record.length);
    Latencies latencies = new Latencies(records);
    Map<String, Double> figures;
    try (HdfsDataOutputStream out = create(new Path(request.text("path"), "log"))) {
      long beginNs = System.nanoTime();
      for (int i = 0; i < records; i++) {
        long recordNs = System.nanoTime();
        out.write(record);
        if (sync) {
          out.hsync();
        } else {
          out.hflush();
        }
        latencies.add(System.nanoTime() - recordNs);
      }
      figures = figures(beginNs, records);
    }
    figures.putAll(latencies.figures());
    return figures;
  }

  private HdfsDataOutputStream create(Path file) throws IOException {
    return fs.create(
        file,
        FsPermission.getFileDefault(),
        true,
        BUFFER_BYTES,
        (short) request.count("replication"),
        fs.getDefaultBlockSize(file),
        null,
        nodes());
  }

  /** Where the first replica is to go, so that it is always the same DataNode. */
  private InetSocketAddress[] nodes() throws IOException {
    InetAddress host = InetAddress.getByAddress("127.0.0.1", new byte[] {127, 0, 0, 1});
    return new InetSocketAddress[] {new InetSocketAddress(host, request.count("port"))};
  }

  private Map<String, Double> figures(long beginNs, long records) {
    Map<String, Double> figures = new LinkedHashMap<>();
    figures.put("elapsedNs", (double) (System.nanoTime() - beginNs));
    figures.put("bytes", (double) records * record.length);
    return figures;
  }
}
