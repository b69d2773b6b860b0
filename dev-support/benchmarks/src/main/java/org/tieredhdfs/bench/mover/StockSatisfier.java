package org.tieredhdfs.bench.mover;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/** Hadoop's external storage policy satisfier, a process that runs all the time. */
final class StockSatisfier implements Mover {
  private static final String MAIN_CLASS =
      "org.apache.hadoop.hdfs.server.sps.ExternalStoragePolicySatisfier";
  private static final Path ID = new Path("/system/mover.id");
  private static final long START_LIMIT_MS = 60_000;
  private static final long POLL_MS = 200;

  /** From its lock on, until its threads run. */
  private static final long SETTLE_MS = 3_000;

  private final DistributedFileSystem fs;
  private final Process process;

  StockSatisfier(MoverBenchCluster cluster) throws IOException, InterruptedException {
    fs = cluster.fs();
    process = ChildProcess.start(cluster.view(), MAIN_CLASS, List.of(), "stock-satisfier.out");
    try {
      awaitStart();
    } catch (IOException | InterruptedException e) {
      close();
      throw e;
    }
  }

  private void awaitStart() throws IOException, InterruptedException {
    long startNs = System.nanoTime();
    while (!fs.exists(ID)) {
      if (!process.isAlive()
          || System.nanoTime() - startNs > TimeUnit.MILLISECONDS.toNanos(START_LIMIT_MS)) {
        throw new IOException("Hadoop's storage policy satisfier did not come up");
      }
      Thread.sleep(POLL_MS);
    }
    Thread.sleep(SETTLE_MS);
  }

  @Override
  public void begin(Path directory) throws IOException {
    fs.satisfyStoragePolicy(directory);
  }

  @Override
  public void end() {
    // It goes on running.
  }

  @Override
  public void close() {
    ChildProcess.end(process);
  }
}
