package org.tieredhdfs.bench.write;

import java.io.IOException;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.tieredhdfs.bench.write.WritePlan.WriteSizes;
import org.tieredhdfs.bench.write.client.WriteClient;
import org.tieredhdfs.bench.write.process.StartedParts;
import org.tieredhdfs.bench.write.process.WorkerProcess;
import org.tieredhdfs.localcluster.ClusterView;
import org.tieredhdfs.localcluster.media.MediaPace;
import org.tieredhdfs.localcluster.spec.ClassPaths;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.report.Side;

/**
 * The clusters and clients of all sides that are measured, running all the time; each rests while
 * another is measured. Ended by {@link #close}. Used by one thread.
 */
final class WriteSides implements AutoCloseable {
  private static final String USUAL_FILE = "/read/usual";
  private static final String TUNED_FILE = "/read/tuned";
  private static final int MAX_FILE_MB = 256;

  private final WritePlan plan;
  private final Map<Boolean, WriteCluster> clusters = new LinkedHashMap<>();
  private final Map<Side, WorkerProcess> clients = new EnumMap<>(Side.class);
  private final StartedParts started = new StartedParts();
  private int measurements;

  /** Starts them. */
  WriteSides(WritePlan plan, MediaPace pace, Progress progress)
      throws IOException, ClusterException, InterruptedException {
    this.plan = plan;
    ClassPaths classPaths = plan.bench().classPaths();
    boolean isUp = false;
    try {
      for (Side side : plan.bench().sides()) {
        boolean stock = WritePlan.hasStockDataNodes(side);
        boolean isNew = !clusters.containsKey(stock);
        if (isNew) {
          WriteCluster cluster = new WriteCluster(plan, pace, stock, progress);
          started.add(cluster::close);
          clusters.put(stock, cluster);
        }
        ClusterView view = cluster(side).view();
        String jars = WritePlan.hasStockClient(side) ? classPaths.stock() : classPaths.tiered();
        WorkerProcess client =
            WorkerProcess.start(
                view,
                "client-" + side.label(),
                view.dirs().conf(),
                jars + ":" + WorkerProcess.programs(),
                WriteClient.class);
        started.add(client::close);
        clients.put(side, client);
        if (isNew && plan.cases().stream().anyMatch(WriteCase::isRead)) {
          makeFile(side, WriteCase.WRITE, USUAL_FILE);
          makeFile(side, WriteCase.WRITE_TUNED, TUNED_FILE);
        }
      }
      clusters.values().forEach(WriteCluster::keepWhatIsThere);
      isUp = true;
    } finally {
      if (!isUp) {
        started.close();
      }
    }
  }

  /** Writes a file to read. */
  private void makeFile(Side side, String asIn, String directory)
      throws IOException, InterruptedException {
    WriteCase writing =
        WriteCase.ALL.stream().filter(one -> one.name().equals(asIn)).findFirst().orElseThrow();
    WriteSizes sizes = plan.sizes().withStreamMb(Math.min(MAX_FILE_MB, plan.sizes().streamMb()));
    client(side).ask(writing.request(sizes, directory, cluster(side).port(), 0));
  }

  /** Runs a case once on one side. */
  Measured measure(WriteCase one, Side side, int seed) throws IOException, InterruptedException {
    WriteCluster cluster = cluster(side);
    String path =
        one.isRead()
            ? (one.tuned() ? TUNED_FILE : USUAL_FILE) + "/f0"
            : WriteCluster.WRITTEN + "/m" + measurements++;
    return Measured.of(
        client(side),
        one.request(plan.sizes(), path, cluster.port(), seed),
        cluster.dataNodePids());
  }

  /** Deletes what was written, everywhere, and waits for the end of it. */
  void deleteWritten() throws IOException, InterruptedException {
    for (WriteCluster cluster : clusters.values()) {
      cluster.delete();
    }
    for (WriteCluster cluster : clusters.values()) {
      cluster.awaitDeletion();
    }
  }

  private WriteCluster cluster(Side side) {
    return Objects.requireNonNull(clusters.get(WritePlan.hasStockDataNodes(side)));
  }

  private WorkerProcess client(Side side) {
    return Objects.requireNonNull(clients.get(side));
  }

  @Override
  public void close() throws IOException, ClusterException {
    started.close();
  }
}
