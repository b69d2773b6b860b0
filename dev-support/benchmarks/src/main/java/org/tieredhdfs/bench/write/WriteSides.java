package org.tieredhdfs.bench.write;

import java.io.IOException;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.tieredhdfs.bench.experiment.Experiment.Place;
import org.tieredhdfs.bench.experiment.Experiment.Setting;
import org.tieredhdfs.bench.experiment.Outcome;
import org.tieredhdfs.bench.write.WritePath.WriteSizes;
import org.tieredhdfs.bench.write.client.WriteClient;
import org.tieredhdfs.bench.write.process.Request;
import org.tieredhdfs.bench.write.process.StartedParts;
import org.tieredhdfs.bench.write.process.WorkerProcess;
import org.tieredhdfs.localcluster.ClusterView;
import org.tieredhdfs.localcluster.spec.ClassPaths;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.report.Side;

/**
 * The clusters and clients of all sides that are measured, running all the time; each rests while
 * another is measured. Ended by {@link #close}. Used by one thread.
 */
final class WriteSides implements Place<WriteCase> {
  private static final String USUAL_FILE = "/read/usual";
  private static final String TUNED_FILE = "/read/tuned";
  private static final int MAX_FILE_MB = 256;

  private final WriteSizes sizes;
  private final Map<Boolean, WriteCluster> clusters = new LinkedHashMap<>();
  private final Map<Side, WorkerProcess> clients = new EnumMap<>(Side.class);
  private final StartedParts started = new StartedParts();
  private int measurements;

  /** Starts them. */
  WriteSides(Setting<WriteCase> setting, WriteMedia media, WriteSizes sizes)
      throws IOException, ClusterException, InterruptedException {
    this.sizes = sizes;
    ClassPaths classPaths = setting.plan().classPaths();
    boolean isUp = false;
    try {
      for (Side side : setting.sides()) {
        boolean stock = hasStockDataNodes(side);
        boolean isNew = !clusters.containsKey(stock);
        if (isNew) {
          WriteCluster cluster = new WriteCluster(setting, media, stock);
          started.add(cluster::close);
          clusters.put(stock, cluster);
        }
        ClusterView view = cluster(side).view();
        String jars = hasStockClient(side) ? classPaths.stock() : classPaths.tiered();
        WorkerProcess client =
            WorkerProcess.start(
                view,
                "client-" + side.label(),
                view.dirs().conf(),
                jars + ":" + WorkerProcess.programs(),
                WriteClient.class);
        started.add(client::close);
        clients.put(side, client);
        if (isNew && setting.cases().stream().anyMatch(WriteCase::isRead)) {
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

  /** Whether a side's DataNodes are stock ones. */
  private static boolean hasStockDataNodes(Side side) {
    return side == Side.STOCK || side == Side.STOCK_DATANODE;
  }

  /** Whether a side's client is the stock one. */
  private static boolean hasStockClient(Side side) {
    return side == Side.STOCK || side == Side.STOCK_CLIENT;
  }

  /** Writes a file to read. */
  private void makeFile(Side side, String asIn, String directory)
      throws IOException, InterruptedException {
    WriteCase writing =
        WriteCase.ALL.stream().filter(one -> one.name().equals(asIn)).findFirst().orElseThrow();
    WriteSizes some = sizes.withStreamMb(Math.min(MAX_FILE_MB, sizes.streamMb()));
    client(side).ask(writing.request(some, directory, cluster(side).port(), 0));
  }

  /** Reads at places that are the same on all sides, by the repeat. */
  @Override
  public Outcome measure(WriteCase one, Side side, int repeat)
      throws IOException, InterruptedException {
    WriteCluster cluster = cluster(side);
    String path =
        one.isRead()
            ? (one.tuned() ? TUNED_FILE : USUAL_FILE) + "/f0"
            : WriteCluster.WRITTEN + "/m" + measurements++;
    Request request = one.request(sizes, path, cluster.port(), repeat);
    return Outcome.of(Measured.of(client(side), request, cluster.dataNodePids()).metrics());
  }

  /** Deletes what was written, everywhere, and waits for the end of it. */
  @Override
  public void rest() throws IOException, InterruptedException {
    for (WriteCluster cluster : clusters.values()) {
      cluster.delete();
    }
    for (WriteCluster cluster : clusters.values()) {
      cluster.awaitDeletion();
    }
  }

  private WriteCluster cluster(Side side) {
    return Objects.requireNonNull(clusters.get(hasStockDataNodes(side)));
  }

  private WorkerProcess client(Side side) {
    return Objects.requireNonNull(clients.get(side));
  }

  @Override
  public void close() throws IOException, ClusterException {
    started.close();
  }
}
