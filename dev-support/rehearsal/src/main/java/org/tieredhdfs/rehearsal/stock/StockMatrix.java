package org.tieredhdfs.rehearsal.stock;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.tieredhdfs.localcluster.ClusterView;
import org.tieredhdfs.localcluster.LocalCluster;
import org.tieredhdfs.localcluster.media.VolumeLayout;
import org.tieredhdfs.localcluster.spec.ClassPaths;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.rehearsal.stock.OperationOutcome.Verdict;
import org.tieredhdfs.rehearsal.stock.probe.Operation;
import org.tieredhdfs.rehearsal.stock.probe.Subject;

/**
 * Starts a cluster of this project, and lets each stock client try every operation on each kind of
 * file.
 */
public final class StockMatrix {
  private static final List<String> CLIENTS =
      List.of(
          Matrix.OURS,
          StockClient.JAVA,
          StockClient.SHELL,
          StockClient.WEBHDFS,
          StockClient.HTTP,
          StockClient.HTTPFS,
          StockClient.ROUTER,
          StockClient.HADOOP2,
          StockClient.HADOOP33,
          StockClient.GO,
          StockClient.RUST);

  private final ClassPaths classPaths;
  private final Optional<String> gatewayClassPath;
  private final Map<String, String> given;
  private final Progress progress;

  /**
   * @param gatewayClassPath of a stock HttpFS and Router; without it there are no such clients
   * @param given class paths of {@code hadoop2} and {@code hadoop3.3}, programs of {@code go} and
   *     {@code rust}; without one there is no such client
   */
  public StockMatrix(
      ClassPaths classPaths,
      Optional<String> gatewayClassPath,
      Map<String, String> given,
      Progress progress) {
    this.classPaths = classPaths;
    this.gatewayClassPath = gatewayClassPath;
    this.given = Map.copyOf(given);
    this.progress = progress;
  }

  /** The outcome of all operations. */
  public static final class Result {
    private final Matrix matrix;

    Result(Matrix matrix) {
      this.matrix = matrix;
    }

    /** The matrix in Markdown. */
    public String page(String hadoopVersion) {
      return new MatrixPage(matrix).write(hadoopVersion);
    }

    /** One sentence for each cell that is worse than it has to be. */
    public List<String> faults() {
      return matrix.faults();
    }

    Matrix matrix() {
      return matrix;
    }
  }

  /**
   * Runs it.
   *
   * @param spec what is said of the cluster so far; all that is needed is added
   * @param kindNames of the kinds of files, all if empty
   * @param clientNames all if empty; ours is always tried
   * @throws IllegalArgumentException if there is no kind or client of such a name
   */
  public Result run(ClusterSpec.Builder spec, List<String> kindNames, List<String> clientNames)
      throws IOException, ClusterException, InterruptedException {
    List<String> names = ProbedFileKind.ALL.stream().map(ProbedFileKind::name).toList();
    requireKnown("--kinds", kindNames, names);
    List<String> offered =
        CLIENTS.stream()
            .filter(
                client ->
                    gatewayClassPath.isPresent() || !StockClient.THROUGH_GATEWAYS.contains(client))
            .filter(client -> given.containsKey(client) || !StockClient.GIVEN.contains(client))
            .toList();
    requireKnown("--clients", clientNames, offered);
    List<ProbedFileKind> kinds =
        ProbedFileKind.ALL.stream()
            .filter(kind -> kindNames.isEmpty() || kindNames.contains(kind.name()))
            .toList();
    List<String> clients =
        offered.stream()
            .filter(
                client ->
                    clientNames.isEmpty()
                        || clientNames.contains(client)
                        || client.equals(Matrix.OURS))
            .toList();
    configure(spec);
    return new Result(run(spec.build(), kinds, clients));
  }

  private static void requireKnown(String option, List<String> given, List<String> allowed) {
    for (String name : given) {
      if (!allowed.contains(name)) {
        throw new IllegalArgumentException(
            option
                + ": '"
                + name
                + "' is not allowed; it has to be one of "
                + String.join(", ", allowed));
      }
    }
  }

  private static void configure(ClusterSpec.Builder spec) {
    spec.hbase(false).dataNodes(3).layout(VolumeLayout.parse("RAMDISK=1,NVME=1,SSD=1,DISK=1"));
    settings().forEach(spec::setting);
  }

  private static Map<String, String> settings() {
    Map<String, String> settings = new TreeMap<>(ProbedFileKind.settings());
    String user = System.getProperty("user.name");
    settings.put("dfs.block.access.token.enable", "true");
    // with three DataNodes, none may be skipped as too busy: appends need all replicas
    settings.put("dfs.namenode.redundancy.considerLoad", "false");
    settings.put("dfs.blocksize", Integer.toString(Subject.BLOCK_BYTES));
    settings.put(
        "dfs.datanode.fsdataset.factory", "org.tieredhdfs.hdfs.datanode.TieredFsDatasetFactory");
    settings.put("hadoop.proxyuser." + user + ".hosts", "*");
    settings.put("hadoop.proxyuser." + user + ".groups", "*");
    return settings;
  }

  private Matrix run(ClusterSpec spec, List<ProbedFileKind> kinds, List<String> clients)
      throws IOException, ClusterException, InterruptedException {
    Matrix matrix = new Matrix(clients);
    try (LocalCluster cluster = new LocalCluster(spec, progress)) {
      ClusterView view = cluster.startHdfs();
      Path folder = view.dirs().tmp().resolve("stock-clients");
      StockProcesses processes = new StockProcesses(view, classPaths.stock(), folder);
      try (Gateways gateways = Gateways.start(view, clients, gatewayClassPath.orElse(""), folder)) {
        fill(matrix, kinds, new Attempts(view, processes, gateways, given));
      }
    }
    return matrix;
  }

  private void fill(Matrix matrix, List<ProbedFileKind> kinds, Attempts attempts)
      throws IOException, ClusterException, InterruptedException {
    for (ProbedFileKind kind : kinds) {
      attempts.prepare(kind);
      for (String client : matrix.clients()) {
        progress.waitingFor(List.of(kind.name() + " with " + client));
        Map<Operation, OperationOutcome> found = attempts.run(kind, client);
        matrix.put(kind, client, found);
        long bad = found.values().stream().filter(o -> o.verdict() == Verdict.FAILED).count();
        progress.done(String.format("%-12s %s: %d failed", kind.name(), client, bad));
      }
    }
  }
}
