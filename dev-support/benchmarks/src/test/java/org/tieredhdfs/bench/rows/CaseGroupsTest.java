package org.tieredhdfs.bench.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.bench.BenchPlan;
import org.tieredhdfs.localcluster.spec.ClassPaths;
import org.tieredhdfs.report.Side;

class CaseGroupsTest {
  private static final List<String> CASES = List.of("a1", "b1", "a2");

  private final MeasuredRows rows = new MeasuredRows();
  private final List<String> log = new ArrayList<>();
  private boolean isEnding;
  private boolean atExit;

  private static BenchPlan plan(int repeats) {
    Path here = Path.of("target");
    return new BenchPlan(
        List.of(Side.STOCK, Side.OURS),
        repeats,
        1,
        List.of(),
        here,
        here,
        new ClassPaths("", ""),
        Map.of(),
        0);
  }

  /** Each cluster is a line, with the cases that were measured on it. */
  private void run(int repeats, String failing) throws IOException, InterruptedException {
    new CaseGroups<>(CASES, one -> one, one -> one.substring(0, 1), new ProcessEnd(() -> isEnding))
        .run(
            plan(repeats),
            rows,
            (left, side, repeat) -> {
              int line = log.size();
              log.add(side.label() + " " + repeat + ":");
              while (!left.isEmpty()) {
                if (left.get(0).equals(failing)) {
                  isEnding = atExit;
                  throw new IOException("full");
                }
                log.set(line, log.get(line) + " " + left.remove(0));
              }
            },
            (one, side, repeat, cause) ->
                log.add(one + " " + side.label() + " " + repeat + " " + cause.getMessage()));
  }

  @Test
  void casesThatShareAClusterAreMeasuredOnOneAndSidesTakeTurns() throws Exception {
    run(2, "");
    assertThat(log)
        .containsExactly(
            "stock 1: a1 a2",
            "ours 1: a1 a2",
            "stock 1: b1",
            "ours 1: b1",
            "ours 2: a1 a2",
            "stock 2: a1 a2",
            "ours 2: b1",
            "stock 2: b1");
  }

  @Test
  void afterACaseThatFailedTheOthersGoOnOnANewCluster() throws Exception {
    rows.add(ReportRows.row("b1", Side.STOCK, 1, 1));
    rows.add(ReportRows.row("a2", Side.STOCK, 1, 1));
    run(1, "a1");
    assertThat(log)
        .containsExactly(
            "stock 1:", "a1 stock 1 full", "ours 1:", "a1 ours 1 full", "ours 1: a2", "ours 1: b1");
  }

  @Test
  void aCaseThatFailsAsTheProcessEndsIsNotOneThatFailed() {
    atExit = true;
    assertThatThrownBy(() -> run(2, "b1"))
        .isInstanceOf(InterruptedException.class)
        .hasRootCauseMessage("full");
    assertThat(log).containsExactly("stock 1: a1 a2", "ours 1: a1 a2", "stock 1:");
  }
}
