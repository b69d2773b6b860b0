package org.tieredhdfs.rehearsal.stock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.localcluster.spec.ClassPaths;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.rehearsal.stock.OperationOutcome.Verdict;
import org.tieredhdfs.rehearsal.stock.probe.Operation;

/** Real daemons with our overlay, and a client process with stock jars. */
class StockMatrixTest {
  private static final Path HOME = Path.of("../..").toAbsolutePath().normalize();

  @TempDir Path tmp;

  private Matrix run(ClassPaths classPaths, List<String> kinds, List<String> clients)
      throws Exception {
    ClusterSpec.Builder spec = ClusterSpec.builder(tmp.resolve("c"), classPaths);
    return new StockMatrix(classPaths, Map.of(), Progress.silent()).run(spec, kinds, clients);
  }

  @Test
  @Tag("slow")
  @Timeout(300)
  void aStockClientDoesOnMixedTypesWhatOursDoes() throws Exception {
    Matrix matrix = run(ClassPaths.built(HOME), List.of("mixed"), List.of("java"));

    assertThat(matrix.faults()).isEmpty();
    for (Operation operation : List.of(Operation.READ, Operation.WRITE, Operation.QUOTA)) {
      assertThat(matrix.get(ProbedFileKind.MIXED, StockClient.JAVA, operation).verdict())
          .as(operation.title())
          .isEqualTo(Verdict.GOOD);
    }
  }

  @Test
  void refusesAKindAndAClientThatDoNotExist() {
    ClassPaths none = new ClassPaths("", "");
    assertThatThrownBy(() -> run(none, List.of("wood"), List.of()))
        .hasMessage(
            "--kinds: 'wood' is not allowed; it has to be one of ram, mixed, nvme, striped");
    assertThatThrownBy(() -> run(none, List.of(), List.of("pigeon")))
        .hasMessageStartingWith(
            "--clients: 'pigeon' is not allowed; it has to be one of ours, java");
  }
}
