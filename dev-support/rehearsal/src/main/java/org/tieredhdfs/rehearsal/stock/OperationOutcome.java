package org.tieredhdfs.rehearsal.stock;

import java.util.EnumMap;
import java.util.Map;
import org.tieredhdfs.rehearsal.stock.probe.Operation;
import org.tieredhdfs.rehearsal.stock.probe.ProbeMain;

/**
 * The outcome of one operation.
 *
 * @param detail what it said unless it is good
 */
record OperationOutcome(Verdict verdict, String detail) {

  enum Verdict {
    GOOD,
    FAILED,
    NOT_OFFERED
  }

  static OperationOutcome failed(String detail) {
    return new OperationOutcome(Verdict.FAILED, detail);
  }

  static Map<Operation, OperationOutcome> ofAll(Verdict verdict, String detail) {
    Map<Operation, OperationOutcome> outcomes = new EnumMap<>(Operation.class);
    for (Operation operation : Operation.values()) {
      outcomes.put(operation, new OperationOutcome(verdict, detail));
    }
    return outcomes;
  }

  /** Reads what a probe printed; operations of which it said nothing failed. */
  static Map<Operation, OperationOutcome> parse(String printed) {
    String last =
        printed.lines().filter(line -> !line.isBlank()).reduce((a, b) -> b).orElse("silently");
    Map<Operation, OperationOutcome> outcomes =
        ofAll(Verdict.FAILED, "the client ended before: " + last);
    printed
        .lines()
        .filter(line -> line.startsWith(ProbeMain.RESULT))
        .map(line -> line.split("\t", -1))
        .forEach(
            parts ->
                outcomes.put(
                    Operation.valueOf(parts[1]), new OperationOutcome(of(parts[2]), parts[3])));
    return outcomes;
  }

  private static Verdict of(String word) {
    return switch (word) {
      case ProbeMain.OK -> Verdict.GOOD;
      case ProbeMain.NOT_OFFERED -> Verdict.NOT_OFFERED;
      default -> Verdict.FAILED;
    };
  }
}
