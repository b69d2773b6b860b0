package org.tieredhdfs.bench.write.client;

import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.tieredhdfs.bench.write.process.Request;
import org.tieredhdfs.bench.write.process.RequestLoop;

/**
 * The main class of the client process: it has two HDFS clients, one with the configuration of the
 * class path, the other with larger packets and checksum chunks.
 */
public final class WriteClient {
  private static final int TUNED_PACKET_BYTES = 512 * 1024;
  private static final int TUNED_BYTES_PER_CHECKSUM = 4096;

  private final DistributedFileSystem usual;
  private final DistributedFileSystem tuned;

  private WriteClient(DistributedFileSystem usual, DistributedFileSystem tuned) {
    this.usual = usual;
    this.tuned = tuned;
  }

  /** Runs the commands from standard input. */
  public static void main(String[] arguments) throws IOException {
    Configuration conf = new HdfsConfiguration();
    Configuration tunedConf = new HdfsConfiguration(conf);
    tunedConf.setInt("dfs.client-write-packet-size", TUNED_PACKET_BYTES);
    tunedConf.setInt("dfs.bytes-per-checksum", TUNED_BYTES_PER_CHECKSUM);
    try (DistributedFileSystem usual = connect(conf);
        DistributedFileSystem tuned = connect(tunedConf)) {
      RequestLoop.run(new WriteClient(usual, tuned)::handle);
    }
  }

  private static DistributedFileSystem connect(Configuration conf) throws IOException {
    FileSystem fs = FileSystem.newInstance(conf);
    if (fs instanceof DistributedFileSystem hdfs) {
      return hdfs;
    }
    throw new IOException("the file system of the cluster is no HDFS: " + fs.getUri());
  }

  private Map<String, Double> handle(Request request) throws IOException, InterruptedException {
    DistributedFileSystem fs = request.flag("tuned") ? tuned : usual;
    return switch (request.what()) {
      case "stream" -> new Writes(fs, request).stream();
      case "acknowledged" -> new Writes(fs, request).acknowledged();
      case "read" -> new Reads(fs, request).sequential();
      case "pread" -> new Reads(fs, request).here();
      default -> throw new IllegalArgumentException("nobody can " + request.what());
    };
  }
}
