package org.tieredhdfs.bench.rows;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.bench.BenchPlan;
import org.tieredhdfs.bench.devices.DiskLoad;
import org.tieredhdfs.localcluster.spec.ClassPaths;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Report;
import org.tieredhdfs.report.Side;
import org.tieredhdfs.report.files.ReportFiles;

class ResumableRunTest {
  private static final Map<String, DiskLoad> VOLUMES =
      Map.of("dn0-disk0", new DiskLoad(1, 2, 3, 4, 5));

  @TempDir Path out;
  private final List<String> clusters = new ArrayList<>();

  /** Each cluster is a line; of a case that fails nothing is measured. */
  private Report run(boolean resume, String failing, String... cases)
      throws IOException, InterruptedException {
    BenchPlan plan =
        new BenchPlan(
            List.of(Side.STOCK, Side.OURS),
            1,
            1,
            List.of(),
            out,
            out,
            new ClassPaths("", ""),
            Map.of(),
            0);
    ScaledRun scaled = new ScaledRun(out, 15, resume);
    return new ResumableRun<>(
            new RunRecord.Kind(
                "some",
                scaled.text("all of it"),
                name -> !name.contains("/"),
                rows -> List.of(new BenchmarkCase("a / b", Side.OURS, 1, Map.of("x", 2.0)))),
            new ResumableRun.Cases<>(List.of(cases), one -> one, one -> one.substring(0, 1)),
            plan,
            scaled,
            Progress.silent())
        .run(
            Map.of(),
            (turn, pace) -> {
              assertThat(pace.factor()).isEqualTo(15);
              clusters.add(turn.first() + " " + turn.side().label() + " " + turn.repeat());
              turn.measure(
                  one -> {
                    if (one.equals(failing)) {
                      throw new IOException("full");
                    }
                    return new RunRecord.Outcome(
                        ReportRows.row(one, turn.side(), turn.repeat(), 100), VOLUMES);
                  },
                  row -> "");
            });
  }

  private static List<String> names(Report report) {
    return report.cases().stream().map(row -> row.name() + " " + row.side().label()).toList();
  }

  @Test
  void rowsAreInTheReportWithTheirCommitAndWhatComparesThem() throws Exception {
    Report report = run(false, "", "a1", "b1", "a2");
    assertThat(clusters).containsExactly("a1 stock 1", "a1 ours 1", "b1 stock 1", "b1 ours 1");
    assertThat(names(report))
        .containsExactly(
            "a1 stock", "a2 stock", "a1 ours", "a2 ours", "b1 stock", "b1 ours", "a / b ours");
    assertThat(report.cases().get(0).commit()).isNotNull();
    assertThat(report.versions()).containsEntry("scale", "all of it, media 15.0 times slower");
    assertThat(names(new ReportFiles(out).read())).isEqualTo(names(report));
    assertThat(Files.readAllLines(out.resolve("volumes.csv"))).hasSize(1 + 6);
  }

  @Test
  void whatFailedIsToldAndTheRestGoesOn() throws Exception {
    Report report = run(false, "a1", "a1", "a2");
    assertThat(clusters).containsExactly("a1 stock 1", "a2 stock 1", "a1 ours 1", "a2 ours 1");
    assertThat(names(report)).containsExactly("a2 stock", "a2 ours", "a / b ours");
    assertThat(report.failures())
        .hasSize(2)
        .first()
        .asString()
        .contains("a1 on stock, repeat 1", "full");
  }

  @Test
  void aRunThatGoesOnMeasuresWhatIsMissingAlone() throws Exception {
    run(false, "b1", "a1", "b1");
    clusters.clear();
    Report report = run(true, "", "a1", "b1");
    assertThat(clusters).containsExactly("b1 stock 1", "b1 ours 1");
    assertThat(names(report))
        .containsExactly("a1 stock", "a1 ours", "b1 stock", "b1 ours", "a / b ours");
    assertThat(Files.readAllLines(out.resolve("volumes.csv"))).hasSize(1 + 4);

    run(false, "", "a1");
    assertThat(Files.readAllLines(out.resolve("volumes.csv"))).hasSize(1 + 2);
  }

  @Test
  void clustersThatWereNotWarmedUpAreNotMixedWithOthers() {
    ScaledRun scaled = new ScaledRun(out, 1.5, false);
    assertThat(scaled.text("half", true)).isEqualTo("half, media 1.5 times slower");
    assertThat(scaled.text("half", false)).endsWith("slower, not warmed up");
  }
}
