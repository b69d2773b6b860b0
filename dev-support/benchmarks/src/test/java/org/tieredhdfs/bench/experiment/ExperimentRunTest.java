package org.tieredhdfs.bench.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.bench.BenchPlan;
import org.tieredhdfs.bench.Plans;
import org.tieredhdfs.bench.devices.DiskLoad;
import org.tieredhdfs.localcluster.media.MediaProfile;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Report;
import org.tieredhdfs.report.Side;
import org.tieredhdfs.report.files.ReportFiles;

class ExperimentRunTest {
  private static final Map<String, DiskLoad> VOLUMES =
      Map.of("dn0-disk0", new DiskLoad(1, 2, 3, 4, 5));

  @TempDir Path out;

  /** Each place is a line, with what was measured there. */
  private final List<String> log = new ArrayList<>();

  private String failing = "";
  private String restless = "";
  private boolean isEnding;
  private boolean atExit;
  private boolean keepsAllSidesUp;
  private int warmUps;
  private double value = 100;

  /** Cases are named by their cluster and a number. */
  private final class Some extends Experiment<String> {
    private final List<String> cases;

    Some(String... cases) {
      super(new BenchOptions("some", new BenchOptions.Defaults(1, 1, 1)), one -> one, "opsPerSec");
      this.cases = List.of(cases);
    }

    @Override
    protected List<String> cases() {
      return cases;
    }

    @Override
    protected String clusterOf(String one) {
      return one.substring(0, 1);
    }

    @Override
    protected boolean keepsAllSidesUp() {
      return keepsAllSidesUp;
    }

    @Override
    protected int warmUps() {
      return warmUps;
    }

    @Override
    protected Map<String, MediaProfile> profiles(List<String> asked) {
      return Map.of();
    }

    @Override
    protected Place<String> open(Setting<String> setting) {
      assertThat(setting.pace().factor()).isEqualTo(15);
      log.add(setting.sides().size() == 1 ? setting.side().label() + " " + setting.repeat() : "");
      return new Place<>() {
        private String last = "";

        @Override
        public Outcome measure(String one, Side side, int repeat) throws IOException {
          last = one;
          return Some.this.measure(one, side, repeat);
        }

        @Override
        public void rest() throws IOException {
          if (last.equals(restless)) {
            throw new IOException("full");
          }
        }

        @Override
        public void close() {}
      };
    }

    private Outcome measure(String one, Side side, int repeat) throws IOException {
      if (one.equals(failing)) {
        isEnding = atExit;
        throw new IOException("full");
      }
      String which = keepsAllSidesUp ? one + "/" + side.label() + "/" + repeat : one;
      log.add((log.remove(log.size() - 1) + " " + which).strip());
      return new Outcome(
          Map.of("opsPerSec", value), List.of(), VOLUMES, List.of("a read of " + one));
    }

    @Override
    protected List<BenchmarkCase> compared(List<BenchmarkCase> rows) {
      return List.of(new BenchmarkCase("a / b", Side.OURS, 1, Map.of("x", 2.0)));
    }

    @Override
    protected List<Bound> bounds(List<BenchmarkCase> rows) {
      return List.of(Bound.least("a1", Side.OURS, "opsPerSec", 50));
    }
  }

  private Report run(int repeats, boolean resume, String... cases)
      throws IOException, InterruptedException {
    BenchPlan plan = Plans.reportedIn(out, repeats, resume);
    return new ExperimentRun<>(new Some(cases), plan, Progress.silent(), () -> isEnding).run();
  }

  private static List<String> names(Report report) {
    return report.cases().stream().map(row -> row.name() + " " + row.side().label()).toList();
  }

  @Test
  void casesThatShareAClusterAreMeasuredOnOneAndSidesTakeTurns() throws Exception {
    run(2, false, "a1", "b1", "a2");
    assertThat(log)
        .containsExactly(
            "stock 1 a1 a2",
            "ours 1 a1 a2",
            "stock 1 b1",
            "ours 1 b1",
            "ours 2 a1 a2",
            "stock 2 a1 a2",
            "ours 2 b1",
            "stock 2 b1");
  }

  @Test
  void whereAllSidesAreUpTheyTakeTurnsWithEachCase() throws Exception {
    keepsAllSidesUp = true;
    warmUps = 1;
    run(1, false, "a1", "a2", "b1");
    assertThat(log)
        .containsExactly(
            "a1/stock/0 a1/ours/0 a2/stock/0 a2/ours/0 a1/stock/1 a1/ours/1 a2/ours/1 a2/stock/1",
            "b1/stock/0 b1/ours/0 b1/stock/1 b1/ours/1");
  }

  @Test
  void afterACaseThatFailedTheOthersGoOnOnANewCluster() throws Exception {
    run(1, false, "b1");
    log.clear();
    failing = "a1";
    Report report = run(1, true, "a1", "b1", "a2");
    assertThat(log).containsExactly("stock 1", "stock 1 a2", "ours 1", "ours 1 a2");
    assertThat(report.failures())
        .contains(
            "a1 on stock, repeat 1: java.io.IOException: full",
            "a1 on ours, repeat 1: java.io.IOException: full");
    assertThat(names(report))
        .containsExactly("b1 stock", "b1 ours", "a2 stock", "a2 ours", "a / b ours");
  }

  @Test
  void whatDoesNotRecoverIsToldOfTheCaseThatLeftIt() throws Exception {
    restless = "a1";
    Report report = run(1, false, "a1", "a2");
    assertThat(log).containsExactly("stock 1 a1", "stock 1 a2", "ours 1 a1", "ours 1 a2");
    assertThat(report.failures()).contains("a1 on stock, repeat 1: java.io.IOException: full");
    assertThat(names(report)).contains("a1 stock", "a2 stock");
  }

  @Test
  void aCaseThatFailsAsTheProcessEndsIsNotOneThatFailed() {
    atExit = true;
    failing = "b1";
    assertThatThrownBy(() -> run(2, false, "a1", "b1", "a2"))
        .isInstanceOf(InterruptedException.class)
        .hasRootCauseMessage("full");
    assertThat(log).containsExactly("stock 1 a1 a2", "ours 1 a1 a2", "stock 1");
  }

  @Test
  void rowsAreInTheReportWithTheirCommitAndWhatComparesThem() throws Exception {
    Report report = run(1, false, "a1", "b1", "a2");
    assertThat(names(report))
        .containsExactly(
            "a1 stock", "a2 stock", "a1 ours", "a2 ours", "b1 stock", "b1 ours", "a / b ours");
    assertThat(report.cases().get(0).commit()).isNotNull();
    assertThat(report.cases().get(0).metrics()).containsKey("stolenPercent");
    assertThat(report.versions()).containsEntry("scale", "1 s, media 15.0 times slower");
    assertThat(names(new ReportFiles(out).read())).isEqualTo(names(report));
    assertThat(Files.readAllLines(out.resolve("volumes.csv"))).hasSize(1 + 6);
  }

  @Test
  void aRunThatGoesOnMeasuresWhatIsMissingAlone() throws Exception {
    failing = "b1";
    run(1, false, "a1", "b1");
    failing = "";
    log.clear();
    Report report = run(1, true, "a1", "b1");
    assertThat(log).containsExactly("stock 1 b1", "ours 1 b1");
    assertThat(names(report))
        .containsExactly("a1 stock", "a1 ours", "b1 stock", "b1 ours", "a / b ours");
    assertThat(Files.readAllLines(out.resolve("volumes.csv"))).hasSize(1 + 4);

    run(1, false, "a1");
    assertThat(Files.readAllLines(out.resolve("volumes.csv"))).hasSize(1 + 2);
  }

  @Test
  void failedOperationsOfOursAndMissedBoundsAreFailures() throws Exception {
    value = 40;
    Report report = run(1, false, "a1");
    assertThat(report.failures())
        .containsExactly("a1: a read of a1", "a1, ours: opsPerSec is 40, it has to be 50 or more");
  }

  @Test
  void aBoundThatIsKeptWithMoreRepeatsIsNotMissedAnyMore() throws Exception {
    value = 40;
    assertThat(run(1, false, "a1").failures()).hasSize(2);
    value = 100;
    assertThat(run(2, true, "a1").failures()).containsExactly("a1: a read of a1");
  }
}
