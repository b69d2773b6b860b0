package org.tieredhdfs.bench.dfsio.client;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.tieredhdfs.bench.write.client.Latencies;
import org.tieredhdfs.bench.write.process.Request;
import org.tieredhdfs.bench.write.process.RequestLoop;

/**
 * The main class of the client process: it writes and reads files in the patterns of DFSIO, with an
 * HDFS client that has DataNodes read ahead, and one that does not.
 */
public final class DfsioClient {
  private final DistributedFileSystem usual;
  private final FileSystem withoutReadAhead;
  private final List<InetSocketAddress> dataNodes;

  private DfsioClient(DistributedFileSystem usual, FileSystem withoutReadAhead) throws IOException {
    this.usual = usual;
    this.withoutReadAhead = withoutReadAhead;
    this.dataNodes =
        Arrays.stream(usual.getDataNodeStats())
            .sorted(Comparator.comparing(DatanodeInfo::getXferPort))
            .map(node -> new InetSocketAddress(node.getIpAddr(), node.getXferPort()))
            .toList();
  }

  /** Runs the commands from standard input. */
  public static void main(String[] arguments) throws IOException {
    Configuration conf = new HdfsConfiguration();
    Configuration without = new HdfsConfiguration(conf);
    without.setLong("dfs.client.cache.readahead", 0);
    try (DistributedFileSystem usual = (DistributedFileSystem) FileSystem.newInstance(conf);
        FileSystem withoutReadAhead = FileSystem.newInstance(without)) {
      RequestLoop.run(new DfsioClient(usual, withoutReadAhead)::handle);
    }
  }

  private Map<String, Double> handle(Request request) throws IOException, InterruptedException {
    return switch (request.what()) {
      case "write" -> write(request);
      case "sequential" -> read(request, (in, chunks, file) -> sequential(in, request));
      case "random", "backward", "skip" ->
          read(request, (in, chunks, file) -> here(in, chunks, file, request));
      default -> throw new IllegalArgumentException("nobody can " + request.what());
    };
  }

  /** On one DataNode after the other: chance would decide which side has a busier one. */
  private FSDataOutputStream create(Path path, int number) throws IOException {
    InetSocketAddress[] wanted = {dataNodes.get(number % dataNodes.size())};
    return usual.createFile(path).recursive().favoredNodes(wanted).build();
  }

  private static Path file(Request request, int number) {
    return new Path(request.text("path"), "f" + number);
  }

  private Map<String, Double> write(Request request) throws IOException, InterruptedException {
    long fileBytes = request.number("fileBytes");
    byte[] record = new byte[request.count("recordBytes")];
    new Random(1).nextBytes(record);
    int files = request.count("files");
    Map<String, Double> figures =
        FileTasks.run(
            files,
            request.count("threads"),
            file -> {
              int records = (int) (fileBytes / record.length);
              Latencies latencies = new Latencies(records);
              try (FSDataOutputStream out = create(file(request, file), file)) {
                for (int i = 0; i < records; i++) {
                  long startNs = System.nanoTime();
                  out.write(record);
                  latencies.add(System.nanoTime() - startNs);
                }
              }
              return latencies;
            });
    return withBytes(figures, files * (fileBytes / record.length) * record.length);
  }

  /** Reads one open file. */
  private interface Reading {
    Latencies read(FSDataInputStream in, int chunks, int file) throws IOException;
  }

  private Map<String, Double> read(Request request, Reading reading)
      throws IOException, InterruptedException {
    FileSystem fs = request.flag("readAhead") ? usual : withoutReadAhead;
    int files = request.count("files");
    int recordBytes = request.count("recordBytes");
    int chunks = (int) (request.number("fileBytes") / recordBytes);
    Map<String, Double> figures =
        FileTasks.run(
            files,
            request.count("threads"),
            file -> {
              try (FSDataInputStream in = fs.open(file(request, file))) {
                return reading.read(in, chunks, file);
              }
            });
    return withBytes(figures, files * (request.number("readBytes") / recordBytes) * recordBytes);
  }

  private static Latencies sequential(FSDataInputStream in, Request request) throws IOException {
    byte[] buffer = new byte[request.count("recordBytes")];
    long records = request.number("readBytes") / buffer.length;
    Latencies latencies = new Latencies((int) records);
    for (long i = 0; i < records; i++) {
      long startNs = System.nanoTime();
      in.readFully(buffer);
      latencies.add(System.nanoTime() - startNs);
    }
    return latencies;
  }

  private static Latencies here(FSDataInputStream in, int chunks, int file, Request request)
      throws IOException {
    byte[] buffer = new byte[request.count("recordBytes")];
    int read = (int) (request.number("readBytes") / buffer.length);
    int skipChunks = (int) (request.number("skipBytes") / buffer.length);
    Latencies latencies = new Latencies(read);
    ReadOrder order = ReadOrder.parse(request.what());
    for (int chunk : order.chunks(chunks, read, skipChunks, request.number("seed") + file)) {
      long startNs = System.nanoTime();
      in.readFully((long) chunk * buffer.length, buffer);
      latencies.add(System.nanoTime() - startNs);
    }
    return latencies;
  }

  private static Map<String, Double> withBytes(Map<String, Double> figures, long bytes) {
    Map<String, Double> all = new LinkedHashMap<>(figures);
    all.put("bytes", (double) bytes);
    return all;
  }
}
