package org.tieredhdfs.bench.write;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.tieredhdfs.bench.write.process.WorkerProcess;
import org.tieredhdfs.linux.ProcessCosts;
import org.tieredhdfs.localcluster.media.MediaPace;
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
  private final Map<Side, WorkerProcess> clients = new LinkedHashMap<>();
  private int measurements;

  private WriteSides(WritePlan plan) {
    this.plan = plan;
  }

  static WriteSides start(WritePlan plan, MediaPace pace, Progress progress)
      throws IOException, ClusterException, InterruptedException {
    WriteSides sides = new WriteSides(plan);
    try {
      for (Side side : plan.bench().sides()) {
        boolean stock = WritePlan.hasStockDataNodes(side);
        WriteCluster cluster = sides.clusters.get(stock);
        if (cluster == null) {
          cluster = WriteCluster.start(plan, pace, stock, progress);
          sides.clusters.put(stock, cluster);
        }
        WorkerProcess client = ClientProcess.start(plan, side, cluster);
        sides.clients.put(side, client);
      }
      sides.makeFilesToRead();
      return sides;
    } catch (IOException | ClusterException | InterruptedException | RuntimeException e) {
      try {
        sides.close();
      } catch (IOException | ClusterException another) {
        e.addSuppressed(another);
      }
      throw e;
    }
  }

  /** Once on each cluster, by the first client that it has. */
  private void makeFilesToRead() throws IOException, InterruptedException {
    if (plan.cases().stream().anyMatch(WriteCase::isRead)) {
      Deque<WriteCluster> without = new ArrayDeque<>(clusters.values());
      for (Side side : clients.keySet()) {
        if (without.remove(cluster(side))) {
          makeFile(side, "write-1", USUAL_FILE);
          makeFile(side, "write-1-tuned", TUNED_FILE);
        }
      }
    }
    clusters.values().forEach(WriteCluster::keepWhatIsThere);
  }

  private void makeFile(Side side, String asIn, String directory)
      throws IOException, InterruptedException {
    WriteCase writing =
        WriteCase.all().stream().filter(one -> one.name().equals(asIn)).findFirst().orElseThrow();
    WriteSizes sizes = plan.sizes().withStreamMb(Math.min(MAX_FILE_MB, plan.sizes().streamMb()));
    client(side).ask(writing.request(sizes, directory, cluster(side).port(), 0));
  }

  /** Runs a case once on one side. */
  Measured measure(WriteCase one, Side side, int seed) throws IOException, InterruptedException {
    WriteCluster cluster = cluster(side);
    WorkerProcess client = client(side);
    String path =
        one.isRead()
            ? (one.tuned() ? TUNED_FILE : USUAL_FILE) + "/f0"
            : cluster.written("m" + measurements++);
    var request = one.request(plan.sizes(), path, cluster.port(), seed);
    return Measured.of(
        () -> client.ask(request), () -> ProcessCosts.of(client.pid()), cluster::costs);
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
    clients.values().forEach(WorkerProcess::close);
    closeAll(List.copyOf(clusters.values()));
  }

  private static void closeAll(List<WriteCluster> clusters) throws IOException, ClusterException {
    if (!clusters.isEmpty()) {
      try {
        clusters.get(0).close();
      } finally {
        closeAll(clusters.subList(1, clusters.size()));
      }
    }
  }
}
