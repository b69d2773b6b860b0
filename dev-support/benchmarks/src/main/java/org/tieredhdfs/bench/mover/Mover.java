package org.tieredhdfs.bench.mover;

import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.bench.BenchCluster;
import org.tieredhdfs.bench.Medians;
import org.tieredhdfs.localcluster.ClusterView;
import org.tieredhdfs.localcluster.MoverProcess;
import org.tieredhdfs.localcluster.process.ProcessTermination;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.mover.FileMover;
import org.tieredhdfs.mover.api.MoveHandle;
import org.tieredhdfs.mover.api.MoveRequest;
import org.tieredhdfs.report.Side;

/** One of the compared movers. */
interface Mover extends AutoCloseable {

  /** Begins with all files of a directory; does not wait. */
  void begin(Path directory) throws IOException;

  /** Waits until it has done what it does behind the last file, so that another may begin. */
  default void end() throws IOException, InterruptedException {
    // it goes on running
  }

  /** How long it took to start what only starts for a move, in seconds; 0 if nothing does. */
  default double startSec() {
    return 0;
  }

  @Override
  void close() throws IOException;

  /** That of a side. */
  static Mover of(Side side, MoverSite cluster) throws IOException, InterruptedException {
    return switch (side) {
      case OURS -> new OurMover(cluster.hdfs());
      case STOCK -> new StockMover(cluster.hdfs().view(), cluster.stockStartSec());
      case STOCK_SPS -> new StockSatisfier(cluster.hdfs());
      case STOCK_CLIENT, STOCK_DATANODE, FLOOR ->
          throw new IllegalArgumentException("no mover is called " + side.label());
    };
  }

  /**
   * The file mover inside this process, already running when the request comes, like its service.
   */
  final class OurMover implements Mover {
    private static final Duration LIMIT = Duration.ofMinutes(1);

    private final FileMover mover;
    private @Nullable MoveHandle running;

    OurMover(BenchCluster cluster) throws IOException {
      DistributedFileSystem fs = cluster.fs();
      mover = new FileMover(new Configuration(fs.getConf()), fs.getUri());
    }

    @Override
    public void begin(Path directory) {
      running = mover.submit(MoveRequest.ofPaths(true, directory.toString()));
    }

    @Override
    public void end() throws IOException, InterruptedException {
      MoveHandle handle = running;
      if (handle == null) {
        return;
      }
      running = null;
      if (!handle.await(LIMIT)) {
        handle.cancel();
        throw new IOException("the file mover did not come to its end: " + handle.progress());
      }
      if (!handle.unsatisfied().isEmpty()) {
        throw new IOException("the file mover gave files up: " + handle.unsatisfied().get(0));
      }
    }

    @Override
    public void close() throws IOException {
      mover.close();
    }
  }

  /** The file mover's service in its own process; it detects renames itself. */
  final class OurService implements Mover {
    private final MoverProcess process;

    OurService(ClusterView view) throws IOException, ClusterException, InterruptedException {
      process = MoverProcess.start(view, Progress.silent());
    }

    @Override
    public void begin(Path directory) {
      // nothing to request: the service follows the rename
    }

    @Override
    public void close() {
      process.close();
    }
  }

  /** Hadoop's Mover, a process for each request. */
  final class StockMover implements Mover {
    private static final String MAIN_CLASS = "org.apache.hadoop.hdfs.server.mover.Mover";
    private static final int STARTS = 3;
    private static final long LIMIT_SEC = 180;

    private final ClusterView view;
    private final double startSec;
    private @Nullable Process running;

    StockMover(ClusterView view, double startSec) {
      this.view = view;
      this.startSec = startSec;
    }

    /** Measures, by having it print its help, how long its Java takes to start. */
    static double startSec(ClusterView view) throws IOException, InterruptedException {
      List<Double> startsSec = new ArrayList<>();
      for (int i = 0; i < STARTS; i++) {
        long startNs = System.nanoTime();
        startTool(view, "stock-mover-help.out", MAIN_CLASS, "-help").waitFor();
        startsSec.add((System.nanoTime() - startNs) / 1e9);
      }
      return Medians.of(startsSec);
    }

    @Override
    public double startSec() {
      return startSec;
    }

    @Override
    public void begin(Path directory) throws IOException {
      running = startTool(view, "stock-mover.out", MAIN_CLASS, "-p", directory.toString());
    }

    @Override
    public void end() throws IOException, InterruptedException {
      if (running != null && !running.waitFor(LIMIT_SEC, TimeUnit.SECONDS)) {
        close();
        throw new IOException("Hadoop's Mover did not end within " + LIMIT_SEC + " s");
      }
    }

    @Override
    public void close() {
      if (running != null) {
        endTool(running);
      }
    }
  }

  /** Hadoop's external storage policy satisfier, a process that runs all the time. */
  final class StockSatisfier implements Mover {
    private static final String MAIN_CLASS =
        "org.apache.hadoop.hdfs.server.sps.ExternalStoragePolicySatisfier";
    private static final Path ID = new Path("/system/mover.id");
    private static final long START_LIMIT_SEC = 60;
    private static final long POLL_MS = 200;

    /** From its lock on, until its threads run. */
    private static final long SETTLE_MS = 3_000;

    private final DistributedFileSystem fs;
    private final Process process;

    StockSatisfier(BenchCluster cluster) throws IOException, InterruptedException {
      fs = cluster.fs();
      process = startTool(cluster.view(), "stock-satisfier.out", MAIN_CLASS);
      try {
        awaitStart();
      } catch (IOException | InterruptedException e) {
        close();
        throw e;
      }
    }

    private void awaitStart() throws IOException, InterruptedException {
      long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_LIMIT_SEC);
      while (!fs.exists(ID)) {
        if (!process.isAlive() || System.nanoTime() - endNs > 0) {
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
    public void close() {
      endTool(process);
    }
  }

  /**
   * Starts a tool of Hadoop beside the cluster, in a Java of its own.
   *
   * @param log file among the logs of the cluster, to which what it says is added
   */
  private static Process startTool(
      ClusterView view, String log, String mainClass, String... arguments) throws IOException {
    File file = view.dirs().logs().resolve(log).toFile();
    return view.tool(mainClass, List.of(arguments))
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(file))
        .start();
  }

  private static void endTool(Process process) {
    ProcessTermination.of(process, 20);
  }
}
