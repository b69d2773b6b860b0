package org.tieredhdfs.bench.dfsio;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.Comparator;
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
import org.tieredhdfs.bench.write.client.FileTasks;
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
    DfsioPattern pattern = DfsioPattern.parse(request.what());
    int files = request.count("files");
    int recordBytes = request.count("recordBytes");
    int chunks = (int) (request.number("fileBytes") / recordBytes);
    int used = pattern.isRead() ? (int) (request.number("readBytes") / recordBytes) : chunks;
    return FileTasks.run(
        files,
        request.count("threads"),
        (long) files * used * recordBytes,
        file -> {
          Path path = new Path(request.text("path"), "f" + file);
          byte[] record = new byte[recordBytes];
          if (!pattern.isRead()) {
            return write(path, file, record, chunks);
          }
          int skipChunks = (int) (request.number("skipBytes") / recordBytes);
          List<Integer> order =
              pattern.chunks(chunks, used, skipChunks, request.number("seed") + file);
          FileSystem fs = request.flag("readAhead") ? usual : withoutReadAhead;
          return read(fs, path, record, order, pattern == DfsioPattern.SEQUENTIAL);
        });
  }

  private Latencies write(Path path, int file, byte[] record, int records) throws IOException {
    new Random(1).nextBytes(record);
    // on one DataNode after the other: chance would decide which side has a busier one
    InetSocketAddress[] wanted = {dataNodes.get(file % dataNodes.size())};
    Latencies latencies = new Latencies(records);
    try (FSDataOutputStream out = usual.createFile(path).recursive().favoredNodes(wanted).build()) {
      for (int i = 0; i < records; i++) {
        long startNs = System.nanoTime();
        out.write(record);
        latencies.add(System.nanoTime() - startNs);
      }
    }
    return latencies;
  }

  private static Latencies read(
      FileSystem fs, Path path, byte[] buffer, List<Integer> order, boolean isStream)
      throws IOException {
    Latencies latencies = new Latencies(order.size());
    try (FSDataInputStream in = fs.open(path)) {
      for (int chunk : order) {
        long startNs = System.nanoTime();
        if (isStream) {
          in.readFully(buffer);
        } else {
          in.readFully((long) chunk * buffer.length, buffer);
        }
        latencies.add(System.nanoTime() - startNs);
      }
    }
    return latencies;
  }
}
