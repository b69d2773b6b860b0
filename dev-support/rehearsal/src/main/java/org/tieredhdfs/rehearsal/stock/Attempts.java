package org.tieredhdfs.rehearsal.stock;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.tieredhdfs.localcluster.ClusterView;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.rehearsal.stock.OperationOutcome.Verdict;
import org.tieredhdfs.rehearsal.stock.probe.Operation;
import org.tieredhdfs.rehearsal.stock.probe.ProbeMain;
import org.tieredhdfs.rehearsal.stock.probe.Subject;

/** Lets one client try everything on one kind of file, and looks where its files lie then. */
final class Attempts {

  /** The files that remain of operations, by what they hold more than the file that was given. */
  private static final Map<Operation, String> WRITTEN =
      Map.of(
          Operation.WRITE, "written",
          Operation.APPEND, "appended",
          Operation.TRUNCATE, "truncated",
          Operation.HFLUSH, "flushed",
          Operation.RENAME, "renamed");

  private final ClusterView view;
  private final StockProcesses processes;
  private final Gateways gateways;
  private final Map<String, String> given;

  /**
   * @param gateways those that the clients need
   * @param given class paths and programs of the clients that need them, by name
   */
  Attempts(
      ClusterView view, StockProcesses processes, Gateways gateways, Map<String, String> given) {
    this.view = view;
    this.processes = processes;
    this.gateways = gateways;
    this.given = given;
  }

  /** Makes what there has to be before the clients come. */
  void prepare(ProbedFileKind kind) throws IOException, ClusterException, InterruptedException {
    String said = processes.ours("prepare", kind.subject(Matrix.OURS));
    if (said.contains("Exception")) {
      throw new ClusterException("the files of kind " + kind.name() + " cannot be made: " + said);
    }
  }

  Map<Operation, OperationOutcome> run(ProbedFileKind kind, String client)
      throws IOException, ClusterException, InterruptedException {
    if (client.equals(StockClient.HADOOP2) && !kind.erasureCoding().equals("-")) {
      return OperationOutcome.offeringNothing("Hadoop 2 knows no erasure coding");
    }
    Map<Operation, OperationOutcome> found =
        OperationOutcome.parse(printed(kind.subject(client), client));
    requirePlaces(kind, client, found);
    return found;
  }

  private String printed(Subject subject, String client)
      throws IOException, ClusterException, InterruptedException {
    String http = view.record().nameNodeHttp();
    return switch (client) {
      case Matrix.OURS -> processes.ours("api", subject);
      case StockClient.JAVA -> processes.probe("api", view.defaultFs(), subject);
      case StockClient.SHELL -> processes.probe("shell", view.defaultFs(), subject);
      case StockClient.WEBHDFS -> processes.probe("api", "webhdfs://" + http, subject);
      case StockClient.HTTPFS ->
          processes.probe("api", "webhdfs://" + gateways.address(client), subject);
      case StockClient.ROUTER ->
          processes.probe("api", "hdfs://" + gateways.address(client), subject);
      case StockClient.HTTP -> overHttp(http, subject);
      case StockClient.HADOOP2, StockClient.HADOOP33 ->
          processes.probe(given(client), "api", view.defaultFs(), subject);
      case StockClient.GO, StockClient.RUST ->
          processes.foreign(given(client), view.defaultFs(), subject);
      default -> throw new IllegalArgumentException(client);
    };
  }

  private String given(String client) {
    return Objects.requireNonNull(given.get(client), client);
  }

  private static String overHttp(String http, Subject subject) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
    ProbeMain.runAll(new HttpOperations(http, subject), stream);
    return out.toString(StandardCharsets.UTF_8);
  }

  /** A file that was written well and lies elsewhere than its policy says was not written well. */
  private void requirePlaces(
      ProbedFileKind kind, String client, Map<Operation, OperationOutcome> found)
      throws IOException, InterruptedException {
    FsckPlacement placement = new FsckPlacement(view.record().nameNodeHttp());
    for (Map.Entry<Operation, String> file : WRITTEN.entrySet()) {
      OperationOutcome outcome = found.get(file.getKey());
      if (outcome != null && outcome.verdict() == Verdict.GOOD) {
        Optional<String> fault = placement.fault(kind, kind.subject(client).own(file.getValue()));
        fault.ifPresent(text -> found.put(file.getKey(), OperationOutcome.failed(text)));
      }
    }
  }
}
