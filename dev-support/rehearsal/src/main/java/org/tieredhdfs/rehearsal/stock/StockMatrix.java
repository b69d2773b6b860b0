package org.tieredhdfs.rehearsal.stock;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.tieredhdfs.localcluster.ClusterView;
import org.tieredhdfs.localcluster.LocalCluster;
import org.tieredhdfs.localcluster.media.VolumeLayout;
import org.tieredhdfs.localcluster.spec.ClassPaths;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.rehearsal.SiteResource;
import org.tieredhdfs.rehearsal.stock.OperationOutcome.Verdict;
import org.tieredhdfs.rehearsal.stock.probe.Operation;
import org.tieredhdfs.rehearsal.stock.probe.Subject;

/**
 * Starts a cluster of this project, and lets each stock client try every operation on each kind of
 * file.
 */
public final class StockMatrix {
  /** The key of {@code given} for the class path of a stock HttpFS and Router. */
  public static final String GATEWAYS = "gateways";

  private final ClassPaths classPaths;
  private final Map<String, String> given;
  private final Progress progress;

  /**
   * @param given class paths of {@link #GATEWAYS}, {@code hadoop2} and {@code hadoop3.3}, programs
   *     of {@code go} and {@code rust}; without one there are no such clients
   */
  public StockMatrix(ClassPaths classPaths, Map<String, String> given, Progress progress) {
    this.classPaths = classPaths;
    this.given = Map.copyOf(given);
    this.progress = progress;
  }

  /**
   * Runs it.
   *
   * @param spec what is said of the cluster so far; all that is needed is added
   * @param clientNames all if empty; ours is always tried
   */
  public Matrix run(ClusterSpec.Builder spec, List<String> kindNames, List<String> clientNames)
      throws IOException, ClusterException, InterruptedException {
    List<ProbedFileKind> kinds =
        chosen("--kinds", kindNames, List.of(ProbedFileKind.values()), ProbedFileKind::label);
    List<StockClient> offered =
        Arrays.stream(StockClient.values()).filter(this::isOffered).toList();
    List<StockClient> clients =
        new ArrayList<>(chosen("--clients", clientNames, offered, StockClient::column));
    if (!clients.contains(StockClient.OURS)) {
      clients.add(0, StockClient.OURS);
    }
    configure(spec);
    Matrix matrix = new Matrix(clients);
    try (LocalCluster cluster = new LocalCluster(spec.build(), progress)) {
      ClusterView view = cluster.startHdfs();
      Path folder = view.dirs().tmp().resolve("stock-clients");
      String gatewayJars = given.getOrDefault(GATEWAYS, "");
      try (Gateways gateways = Gateways.start(view, clients, gatewayJars, folder)) {
        Attempts attempts = new Attempts(view, classPaths.stock(), gateways, given, folder);
        for (ProbedFileKind kind : kinds) {
          attempts.prepare(kind);
          for (StockClient client : clients) {
            attempt(attempts, kind, client, matrix);
          }
        }
      }
    }
    return matrix;
  }

  private boolean isOffered(StockClient client) {
    if (StockClient.THROUGH_GATEWAYS.contains(client)) {
      return given.containsKey(GATEWAYS);
    }
    return !StockClient.GIVEN.contains(client) || given.containsKey(client.column());
  }

  private static <T> List<T> chosen(
      String option, List<String> names, List<T> offered, Function<T, String> nameOf) {
    List<String> allowed = offered.stream().map(nameOf).toList();
    for (String name : names) {
      if (!allowed.contains(name)) {
        throw new IllegalArgumentException(
            String.format(
                "%s: '%s' is not allowed; it has to be one of %s",
                option, name, String.join(", ", allowed)));
      }
    }
    return offered.stream()
        .filter(one -> names.isEmpty() || names.contains(nameOf.apply(one)))
        .toList();
  }

  private static void configure(ClusterSpec.Builder spec) throws IOException {
    String proxyUser = "hadoop.proxyuser." + System.getProperty("user.name");
    spec.hbase(false).dataNodes(3).layout(VolumeLayout.parse("RAMDISK=1,NVME=1,SSD=1,DISK=1"));
    SiteResource.read(StockMatrix.class, "cluster-site.properties", Map.of())
        .forEach(spec::setting);
    spec.setting("dfs.blocksize", Integer.toString(Subject.BLOCK_BYTES));
    spec.setting(proxyUser + ".hosts", "*");
    spec.setting(proxyUser + ".groups", "*");
  }

  private void attempt(Attempts attempts, ProbedFileKind kind, StockClient client, Matrix matrix)
      throws IOException, ClusterException, InterruptedException {
    progress.waitingFor(List.of(kind.label() + " with " + client.column()));
    Map<Operation, OperationOutcome> found = attempts.run(kind, client);
    matrix.put(kind, client, found);
    long bad = found.values().stream().filter(o -> o.verdict() == Verdict.FAILED).count();
    progress.done(String.format("%-12s %s: %d failed", kind.label(), client.column(), bad));
  }
}
