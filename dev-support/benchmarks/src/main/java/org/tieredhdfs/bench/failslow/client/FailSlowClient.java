package org.tieredhdfs.bench.failslow.client;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.bench.write.process.Request;
import org.tieredhdfs.bench.write.process.RequestLoop;

/**
 * The main class of the client process: users of HDFS and HBase, with the configuration of the
 * class path. They work from {@code start} to {@code stop}; {@code verify} looks for all that was
 * acknowledged to them.
 */
public final class FailSlowClient {
  private final DistributedFileSystem fs;
  private final Connection hbase;
  private @Nullable Users users;

  private FailSlowClient(DistributedFileSystem fs, Connection hbase) {
    this.fs = fs;
    this.hbase = hbase;
  }

  /** Runs the commands from standard input. */
  public static void main(String[] arguments) throws IOException {
    Configuration conf = new HdfsConfiguration();
    // That an operation is slow is in the log of operations
    conf.set("dfs.client.slow.io.warning.threshold.ms", "3600000");
    try (FileSystem fs = FileSystem.newInstance(conf);
        Connection hbase = ConnectionFactory.createConnection(HBaseConfiguration.create())) {
      if (!(fs instanceof DistributedFileSystem hdfs)) {
        throw new IOException("the file system of the cluster is no HDFS: " + fs.getUri());
      }
      RequestLoop.run(new FailSlowClient(hdfs, hbase)::handle);
    }
  }

  private Map<String, Double> handle(Request request) throws IOException, InterruptedException {
    switch (request.what()) {
      case "fill" -> {
        ReadLoad.fill(fs, FailSlowLoad.ROOT);
        ReadLoad.fill(fs, FailSlowLoad.OTHER_ROOT);
      }
      case "start" -> {
        FailSlowLoad load = FailSlowLoad.named(request.text("load"));
        users = new Users(fs, hbase, load, Path.of(request.text("log")));
      }
      case "stop" -> {
        return users().stop();
      }
      case "verify" -> {
        return users().verify();
      }
      default -> throw new IllegalArgumentException("nobody can " + request.what());
    }
    return Map.of();
  }

  private Users users() {
    Users started = users;
    if (started == null) {
      throw new IllegalStateException("nobody has started");
    }
    return started;
  }
}
