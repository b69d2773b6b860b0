package org.tieredhdfs.bench.mover;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.localcluster.ClusterView;

/** Hadoop's Mover, a process for each request. */
final class StockMover implements Mover {
  private static final String MAIN_CLASS = "org.apache.hadoop.hdfs.server.mover.Mover";
  private static final int STARTS = 3;
  private static final long LIMIT_SEC = 180;

  private final ClusterView view;
  private final double startSec;
  private @Nullable Process running;

  /** Measures, by having it print its help, how long its Java takes to start. */
  StockMover(ClusterView view) throws IOException, InterruptedException {
    this.view = view;
    List<Double> startsSec = new ArrayList<>();
    for (int i = 0; i < STARTS; i++) {
      long startNs = System.nanoTime();
      ChildProcess.start(view, MAIN_CLASS, List.of("-help"), "stock-mover-help.out").waitFor();
      startsSec.add((System.nanoTime() - startNs) / 1e9);
    }
    startsSec.sort(null);
    startSec = startsSec.get(STARTS / 2);
  }

  @Override
  public double startSec() {
    return startSec;
  }

  @Override
  public void begin(Path directory) throws IOException {
    running =
        ChildProcess.start(
            view, MAIN_CLASS, List.of("-p", directory.toString()), "stock-mover.out");
  }

  @Override
  public void end() throws IOException, InterruptedException {
    Process process = running;
    running = null;
    if (process != null && !process.waitFor(LIMIT_SEC, TimeUnit.SECONDS)) {
      ChildProcess.end(process);
      throw new IOException("Hadoop's Mover did not end within " + LIMIT_SEC + " s");
    }
  }

  @Override
  public void close() {
    Process process = running;
    if (process != null) {
      ChildProcess.end(process);
    }
  }
}
