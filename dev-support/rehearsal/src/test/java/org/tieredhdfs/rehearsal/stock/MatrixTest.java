package org.tieredhdfs.rehearsal.stock;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.rehearsal.stock.OperationOutcome.Verdict;
import org.tieredhdfs.rehearsal.stock.probe.NotOfferedException;
import org.tieredhdfs.rehearsal.stock.probe.Operation;
import org.tieredhdfs.rehearsal.stock.probe.ProbeMain;

class MatrixTest {
  private static final ProbedFileKind RAM = ProbedFileKind.RAM;
  private static final ProbedFileKind STRIPED = ProbedFileKind.STRIPED;

  private final Matrix matrix = new Matrix(List.of(StockClient.OURS, StockClient.JAVA));

  private static String printed(Operation... failing) {
    StringBuilder out = new StringBuilder();
    List<Operation> bad = List.of(failing);
    ProbeMain.runAll(
        operation -> {
          if (bad.contains(operation)) {
            throw new IOException(operation + " broke\nsecond line");
          }
          if (operation == Operation.FSCK) {
            throw new NotOfferedException("none");
          }
        },
        line -> out.append(line).append('\n'));
    return out.toString();
  }

  private void put(ProbedFileKind kind, StockClient client, Operation... failing) {
    matrix.put(kind, client, OperationOutcome.parse(printed(failing)));
  }

  @Test
  void whatFailsIsNamedWithTheReason() {
    put(RAM, StockClient.OURS);
    put(RAM, StockClient.JAVA, Operation.APPEND);

    assertThat(matrix.faults()).containsExactly("ram, java, append: IOException: APPEND broke");
    assertThat(matrix.page("9.9"))
        .contains("| append | yes | FAILS |")
        .contains("| fsck | - | - |")
        .contains("- append with java: IOException: APPEND broke")
        .contains(
            "Not run, because the machine lacks what they need: hadoop2, hadoop3.3, go, rust.");
  }

  @Test
  void whatFailsWithOurClientTooIsStillAFault() {
    put(RAM, StockClient.OURS, Operation.READ);
    put(RAM, StockClient.JAVA, Operation.READ);

    assertThat(matrix.faults()).hasSize(2);
  }

  @Test
  void whatHdfsHasForNoErasureCodedFileIsNoFault() {
    put(STRIPED, StockClient.OURS, Operation.APPEND, Operation.TRUNCATE);
    put(STRIPED, StockClient.JAVA, Operation.APPEND, Operation.TRUNCATE, Operation.READ);

    assertThat(matrix.faults()).containsExactly("striped, java, read: IOException: READ broke");
    assertThat(matrix.page("9.9")).contains("| append; truncate | no | no |");
  }

  @Test
  void kindsOfFilesThatAreAlikeShareATable() {
    for (ProbedFileKind kind : List.of(RAM, STRIPED)) {
      put(kind, StockClient.OURS);
      put(kind, StockClient.JAVA);
    }

    assertThat(matrix.page("9.9"))
        .containsOnlyOnce("| operation |")
        .contains("## " + RAM.title(), "And: " + STRIPED.title());
  }

  @Test
  void aClientThatEndsEarlyFailedInAllThatItDidNotTry() {
    matrix.put(RAM, StockClient.OURS, OperationOutcome.parse(printed()));
    Map<Operation, OperationOutcome> found =
        OperationOutcome.parse("result\tLIST\tok\t\nException in thread main: no such host\n");
    matrix.put(RAM, StockClient.JAVA, found);

    assertThat(matrix.get(RAM, StockClient.JAVA, Operation.LIST).verdict()).isEqualTo(Verdict.GOOD);
    assertThat(matrix.faults())
        .hasSize(Operation.values().length - 1)
        .allMatch(fault -> fault.endsWith("no such host"));
  }
}
