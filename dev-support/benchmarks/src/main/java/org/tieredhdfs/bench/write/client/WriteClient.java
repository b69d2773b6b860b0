package org.tieredhdfs.bench.write.client;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream;
import org.tieredhdfs.bench.write.process.Request;
import org.tieredhdfs.bench.write.process.RequestLoop;

/**
 * The main class of the client process. It writes files as fast as they are taken, or record by
 * record, and reads one file from its beginning to its end, or here and there; with one of two HDFS
 * clients: one with the configuration of the class path, the other with larger packets and checksum
 * chunks.
 */
public final class WriteClient {
  private static final int TUNED_PACKET_BYTES = 512 * 1024;
  private static final int TUNED_BYTES_PER_CHECKSUM = 4096;
  private static final int BUFFER_BYTES = 64 * 1024;

  private final DistributedFileSystem fs;
  private final Request request;
  private final byte[] record;

  private WriteClient(DistributedFileSystem fs, Request request) {
    this.fs = fs;
    this.request = request;
    record = new byte[request.count("recordBytes")];
    new Random(1).nextBytes(record);
  }

  /** Runs the commands from standard input. */
  public static void main(String[] arguments) throws IOException {
    Configuration conf = new HdfsConfiguration();
    Configuration tunedConf = new HdfsConfiguration(conf);
    tunedConf.setInt("dfs.client-write-packet-size", TUNED_PACKET_BYTES);
    tunedConf.setInt("dfs.bytes-per-checksum", TUNED_BYTES_PER_CHECKSUM);
    try (DistributedFileSystem usual = connect(conf);
        DistributedFileSystem tuned = connect(tunedConf)) {
      RequestLoop.run(
          request -> new WriteClient(request.flag("tuned") ? tuned : usual, request).handle());
    }
  }

  private static DistributedFileSystem connect(Configuration conf) throws IOException {
    return (DistributedFileSystem) FileSystem.newInstance(conf);
  }

  private Map<String, Double> handle() throws IOException, InterruptedException {
    Path path = new Path(request.text("path"));
    return switch (request.what()) {
      case "stream" -> stream(path);
      case "acknowledged" -> acknowledged(path);
      case "read" -> read(path);
      case "pread" -> readHere(path);
      default -> throw new IllegalArgumentException("nobody can " + request.what());
    };
  }

  /** So many writers at a time share the bytes; from the first create to the last close. */
  private Map<String, Double> stream(Path folder) throws IOException, InterruptedException {
    int writers = request.count("writers");
    long records = request.number("bytes") / writers / record.length;
    return FileTasks.run(
        writers,
        writers,
        records * writers * record.length,
        file -> {
          try (HdfsDataOutputStream out = create(new Path(folder, "f" + file))) {
            for (long written = 0; written < records; written++) {
              out.write(record);
            }
          }
          return new Latencies(0);
        });
  }

  /** One writer that has each record acknowledged, by hflush or hsync, before the next. */
  private Map<String, Double> acknowledged(Path folder) throws IOException {
    boolean sync = request.flag("sync");
    try (HdfsDataOutputStream out = create(new Path(folder, "log"))) {
      return times(
          () -> {
            out.write(record);
            if (sync) {
              out.hsync();
            } else {
              out.hflush();
            }
          });
    }
  }

  private Map<String, Double> read(Path file) throws IOException {
    long wanted = request.number("bytes");
    long bytes = 0;
    long beginNs = System.nanoTime();
    while (bytes < wanted) {
      long before = bytes;
      try (FSDataInputStream in = fs.open(file)) {
        for (int read = in.read(record); read >= 0; read = in.read(record)) {
          bytes += read;
        }
      }
      if (bytes == before) {
        throw new IOException(file + " is empty");
      }
    }
    return figures(beginNs, bytes);
  }

  /** Reads at places that are the same in each measurement of a case. */
  private Map<String, Double> readHere(Path file) throws IOException {
    long places = fs.getFileStatus(file).getLen() - record.length;
    Random random = new Random(request.number("seed"));
    try (FSDataInputStream in = fs.open(file)) {
      return times(() -> in.readFully((long) (random.nextDouble() * places), record));
    }
  }

  /** One read or write. */
  private interface Operation {
    void run() throws IOException;
  }

  /** Does it until it was done with all bytes. */
  private Map<String, Double> times(Operation operation) throws IOException {
    int operations = (int) (request.number("bytes") / record.length);
    Latencies latencies = new Latencies(operations);
    long beginNs = System.nanoTime();
    for (int i = 0; i < operations; i++) {
      long startNs = System.nanoTime();
      operation.run();
      latencies.add(System.nanoTime() - startNs);
    }
    Map<String, Double> figures = figures(beginNs, (long) operations * record.length);
    figures.putAll(latencies.figures());
    return figures;
  }

  private static Map<String, Double> figures(long beginNs, long bytes) {
    Map<String, Double> figures = new LinkedHashMap<>();
    figures.put("elapsedNs", (double) (System.nanoTime() - beginNs));
    figures.put("bytes", (double) bytes);
    return figures;
  }

  private HdfsDataOutputStream create(Path file) throws IOException {
    // the first replica always goes to the same DataNode
    InetAddress host = InetAddress.getByAddress("127.0.0.1", new byte[] {127, 0, 0, 1});
    InetSocketAddress[] nodes = {new InetSocketAddress(host, request.count("port"))};
    return fs.create(
        file,
        FsPermission.getFileDefault(),
        true,
        BUFFER_BYTES,
        (short) request.count("replication"),
        fs.getDefaultBlockSize(file),
        null,
        nodes);
  }
}
