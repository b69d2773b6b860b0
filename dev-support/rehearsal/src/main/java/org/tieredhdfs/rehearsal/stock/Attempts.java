package org.tieredhdfs.rehearsal.stock;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.tieredhdfs.localcluster.ClusterView;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.rehearsal.stock.OperationOutcome.Verdict;
import org.tieredhdfs.rehearsal.stock.probe.Operation;
import org.tieredhdfs.rehearsal.stock.probe.ProbeMain;
import org.tieredhdfs.rehearsal.stock.probe.Subject;

/**
 * Lets one client try everything on one kind of file, and looks where its files lie then. Clients
 * in Java are processes that have stock Hadoop, the probe's few classes, and no configuration but
 * their own.
 */
final class Attempts {
  private static final long LIMIT_SEC = 300;

  /** The files that remain of operations, by what they hold more than the file that was given. */
  private static final Map<Operation, String> WRITTEN =
      Map.of(
          Operation.WRITE, "written",
          Operation.APPEND, "appended",
          Operation.TRUNCATE, "truncated",
          Operation.HFLUSH, "flushed",
          Operation.RENAME, "renamed");

  private final ClusterView view;
  private final String stockClassPath;
  private final Gateways gateways;
  private final Map<String, String> given;
  private final Path folder;

  /**
   * @param given class paths and programs of the clients that need them, by column
   */
  Attempts(
      ClusterView view,
      String stockClassPath,
      Gateways gateways,
      Map<String, String> given,
      Path folder)
      throws IOException {
    this.view = view;
    this.stockClassPath = stockClassPath;
    this.gateways = gateways;
    this.given = given;
    this.folder = folder;
    Files.createDirectories(folder.resolve("empty-conf"));
  }

  /** Makes what there has to be before the clients come. */
  void prepare(ProbedFileKind kind) throws IOException, ClusterException, InterruptedException {
    String said = ours("prepare", kind.subject(StockClient.OURS));
    if (said.contains("Exception")) {
      throw new ClusterException("the files of kind " + kind.label() + " cannot be made: " + said);
    }
  }

  Map<Operation, OperationOutcome> run(ProbedFileKind kind, StockClient client)
      throws IOException, ClusterException, InterruptedException {
    if (client == StockClient.HADOOP2 && kind.isErasureCoded()) {
      return OperationOutcome.ofAll(Verdict.NOT_OFFERED, "Hadoop 2 knows no erasure coding");
    }
    Map<Operation, OperationOutcome> found =
        OperationOutcome.parse(printed(kind.subject(client), client));
    requirePlaces(kind, client, found);
    return found;
  }

  /** A file that was written well and lies elsewhere than its policy says was not written well. */
  private void requirePlaces(
      ProbedFileKind kind, StockClient client, Map<Operation, OperationOutcome> found)
      throws IOException, InterruptedException {
    FsckPlacement placement = new FsckPlacement(view.record().nameNodeHttp());
    for (Map.Entry<Operation, String> file : WRITTEN.entrySet()) {
      OperationOutcome outcome = found.get(file.getKey());
      if (outcome != null && outcome.verdict() == Verdict.GOOD) {
        placement
            .fault(kind, kind.subject(client).own(file.getValue()))
            .ifPresent(text -> found.put(file.getKey(), OperationOutcome.failed(text)));
      }
    }
  }

  private String printed(Subject subject, StockClient client)
      throws IOException, ClusterException, InterruptedException {
    String hdfs = view.defaultFs();
    String http = view.record().nameNodeHttp();
    return switch (client) {
      case OURS -> ours("api", subject);
      case JAVA -> probe(stockClassPath, "api", hdfs, subject);
      case SHELL -> probe(stockClassPath, "shell", hdfs, subject);
      case WEBHDFS -> probe(stockClassPath, "api", "webhdfs://" + http, subject);
      case HTTPFS -> probe(stockClassPath, "api", "webhdfs://" + gateways.address(client), subject);
      case ROUTER -> probe(stockClassPath, "api", "hdfs://" + gateways.address(client), subject);
      case HTTP -> overHttp(http, subject);
      case HADOOP2, HADOOP33 -> probe(given(client), "api", hdfs, subject);
      case GO, RUST -> {
        List<String> command = new ArrayList<>(List.of(given(client), hdfs));
        command.addAll(subject.arguments());
        yield output(new ProcessBuilder(command));
      }
    };
  }

  private String given(StockClient client) {
    return Objects.requireNonNull(given.get(client.column()), client.column());
  }

  private static String overHttp(String http, Subject subject) {
    StringBuilder lines = new StringBuilder();
    ProbeMain.runAll(new HttpOperations(http, subject), line -> lines.append(line).append('\n'));
    return lines.toString();
  }

  /** Runs the probe as our client, with the cluster's configuration. */
  private String ours(String mode, Subject subject)
      throws IOException, InterruptedException, ClusterException {
    return probe(view.dirs().conf(), view.record().classPath(), mode, view.defaultFs(), subject);
  }

  private String probe(String classPath, String mode, String fileSystem, Subject subject)
      throws IOException, InterruptedException, ClusterException {
    return probe(folder.resolve("empty-conf"), classPath, mode, fileSystem, subject);
  }

  private String probe(Path conf, String classPath, String mode, String fileSystem, Subject subject)
      throws IOException, InterruptedException, ClusterException {
    List<String> arguments =
        new ArrayList<>(List.of(mode, fileSystem, view.record().nameNodeHttp()));
    arguments.addAll(subject.arguments());
    String probe = ProbeMain.class.getProtectionDomain().getCodeSource().getLocation().getPath();
    return output(
        view.foreignTool(conf, classPath + ":" + probe, ProbeMain.class.getName(), arguments));
  }

  /** Runs a process to its end; what it says on either stream is returned. */
  private String output(ProcessBuilder builder)
      throws IOException, InterruptedException, ClusterException {
    Path out = Files.createTempFile(folder, "said", ".txt");
    Process process = builder.redirectErrorStream(true).redirectOutput(out.toFile()).start();
    try {
      if (!process.waitFor(LIMIT_SEC, TimeUnit.SECONDS)) {
        throw new ClusterException(
            "a client did not end within " + LIMIT_SEC + " s; it said " + Files.readString(out));
      }
      return Files.readString(out);
    } finally {
      process.destroyForcibly();
    }
  }
}
