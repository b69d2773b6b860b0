package org.tieredhdfs.rehearsal.stock;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tieredhdfs.rehearsal.stock.OperationOutcome.Verdict;
import org.tieredhdfs.rehearsal.stock.probe.Operation;

/** The outcome of every operation on every kind of file with every client; filled by one thread. */
final class Matrix {

  /** The client to which all others are compared: the Java API with our jars. */
  static final String OURS = "ours";

  private final List<String> clients;
  private final Map<ProbedFileKind, Map<String, Map<Operation, OperationOutcome>>> outcomes =
      new LinkedHashMap<>();

  /**
   * @param clients in the order of the columns, {@link #OURS} among them
   */
  Matrix(List<String> clients) {
    this.clients = List.copyOf(clients);
  }

  List<String> clients() {
    return clients;
  }

  List<ProbedFileKind> kinds() {
    return List.copyOf(outcomes.keySet());
  }

  void put(ProbedFileKind kind, String client, Map<Operation, OperationOutcome> found) {
    outcomes.computeIfAbsent(kind, any -> new LinkedHashMap<>()).put(client, found);
  }

  OperationOutcome get(ProbedFileKind kind, String client, Operation operation) {
    OperationOutcome found =
        outcomes.getOrDefault(kind, Map.of()).getOrDefault(client, Map.of()).get(operation);
    return found == null ? OperationOutcome.failed("was not tried") : found;
  }

  /** Whether the operation fails with our own client, too: HDFS has it for no such file. */
  boolean failsForAll(ProbedFileKind kind, Operation operation) {
    return get(kind, OURS, operation).verdict() == Verdict.FAILED && isLimit(kind, operation);
  }

  /** What HDFS refuses for erasure-coded files whatever they lie on. */
  private static boolean isLimit(ProbedFileKind kind, Operation operation) {
    return !kind.erasureCoding().equals("-")
        && (operation == Operation.APPEND || operation == Operation.TRUNCATE);
  }

  /** One sentence for each cell that is worse than it has to be. */
  List<String> faults() {
    List<String> faults = new ArrayList<>();
    for (ProbedFileKind kind : kinds()) {
      for (String client : clients) {
        for (Operation operation : Operation.values()) {
          OperationOutcome found = get(kind, client, operation);
          if (found.verdict() == Verdict.FAILED && !failsForAll(kind, operation)) {
            faults.add(
                String.format(
                    "%s, %s, %s: %s", kind.name(), client, operation.title(), found.detail()));
          }
        }
      }
    }
    return faults;
  }
}
