package org.tieredhdfs.tools.stock;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tieredhdfs.tools.stock.Outcome.Verdict;
import org.tieredhdfs.tools.stock.probe.Operation;

/** What every client made of every operation on every kind of file; filled by one thread. */
final class Matrix {

  /** The client to which all others are compared: the Java API with our jars. */
  static final String OURS = "ours";

  private final List<String> clients;
  private final Map<FileKind, Map<String, Map<Operation, Outcome>>> outcomes =
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

  List<FileKind> kinds() {
    return List.copyOf(outcomes.keySet());
  }

  void put(FileKind kind, String client, Map<Operation, Outcome> found) {
    outcomes.computeIfAbsent(kind, any -> new LinkedHashMap<>()).put(client, found);
  }

  Outcome get(FileKind kind, String client, Operation operation) {
    Outcome found =
        outcomes.getOrDefault(kind, Map.of()).getOrDefault(client, Map.of()).get(operation);
    return found == null ? Outcome.failed("was not tried") : found;
  }

  /** Whether the operation fails with our own client, too: HDFS has it for no such file. */
  boolean failsForAll(FileKind kind, Operation operation) {
    return get(kind, OURS, operation).verdict() == Verdict.FAILED && isLimit(kind, operation);
  }

  /** What HDFS refuses for erasure-coded files whatever they lie on. */
  private static boolean isLimit(FileKind kind, Operation operation) {
    return !kind.erasureCoding().equals("-")
        && (operation == Operation.APPEND || operation == Operation.TRUNCATE);
  }

  /** One sentence for each cell that is worse than it has to be. */
  List<String> faults() {
    List<String> faults = new ArrayList<>();
    for (FileKind kind : kinds()) {
      for (String client : clients) {
        for (Operation operation : Operation.values()) {
          Outcome found = get(kind, client, operation);
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
