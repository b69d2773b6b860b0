package org.tieredhdfs.bench.rows;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.tieredhdfs.bench.BenchMedia;
import org.tieredhdfs.bench.BenchPlan;
import org.tieredhdfs.localcluster.media.MediaPace;
import org.tieredhdfs.localcluster.media.MediaProfile;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Report;
import org.tieredhdfs.report.Side;

/**
 * A run of cases on emulated media, those that share a cluster together, on stock Hadoop and on
 * this project in turn. The report is written after each case, so that an interrupted run can be
 * gone on with. Used by one thread.
 *
 * @param <C> a case
 */
public final class ResumableRun<C> {
  private final BenchPlan plan;
  private final double mediaFactor;
  private final Progress progress;
  private final Cases<C> cases;
  private final RunRecord record;
  private final TimeLeft timeLeft;

  /**
   * The cases that are asked for.
   *
   * @param <C> a case
   * @param cluster cases with the same text share a cluster
   */
  public record Cases<C>(List<C> asked, Function<C, String> name, Function<C, String> cluster) {}

  /**
   * Measures cases on one cluster.
   *
   * @param <C> a case
   */
  public interface Cluster<C> {
    /** Starts a cluster, and has the turn measure its cases there. */
    void run(ResumableRun<C>.Turn turn, MediaPace pace)
        throws IOException, ClusterException, InterruptedException;
  }

  /**
   * Measures a case.
   *
   * @param <C> a case
   */
  public interface Measurement<C> {
    RunRecord.Outcome of(C one) throws IOException, ClusterException, InterruptedException;
  }

  /**
   * @throws IllegalArgumentException if an earlier run that is to be gone on with was another
   */
  public ResumableRun(
      RunRecord.Kind kind, Cases<C> cases, BenchPlan plan, ScaledRun scaled, Progress progress)
      throws IOException {
    this.plan = plan;
    this.cases = cases;
    this.progress = progress;
    mediaFactor = scaled.mediaFactor();
    record = new RunRecord(kind, plan.out(), scaled);
    timeLeft = new TimeLeft(missing());
  }

  private int missing() {
    return record.rows().missing(cases.asked(), cases.name(), plan);
  }

  /**
   * Runs all that is not there yet; a case that fails is told in the report, and the rest goes on.
   *
   * @param profiles of the media, by storage type
   */
  public Report run(Map<String, MediaProfile> profiles, Cluster<C> cluster)
      throws IOException, InterruptedException {
    record.begin();
    if (missing() > 0) {
      MediaPace pace =
          new BenchMedia(profiles, mediaFactor).measure(plan, record::medium, progress);
      timeLeft.start(System.nanoTime());
      new CaseGroups<>(cases.asked(), cases.name(), cases.cluster())
          .run(
              plan,
              record.rows(),
              (left, side, repeat) -> {
                Turn turn = new Turn(left, side, repeat);
                progress.waitingFor(List.of("a cluster for " + turn.title(turn.first())));
                cluster.run(turn, pace);
              },
              this::failed);
    }
    return record.report();
  }

  private void failed(C one, Side side, int repeat, Exception cause) throws IOException {
    String name = cases.name().apply(one);
    record.fail(name, side, repeat, cause);
    timeLeft.stepDone();
    progress.failed(line(name, side), cause);
  }

  private static String line(String name, Side side) {
    return String.format("%-36s %-6s", name, side.label());
  }

  /** The cases that wait for one cluster. */
  public final class Turn {
    private final List<C> left;
    private final Side side;
    private final int repeat;

    private Turn(List<C> left, Side side, int repeat) {
      this.left = left;
      this.side = side;
      this.repeat = repeat;
    }

    private String title(C one) {
      return cases.name().apply(one) + " on " + side.label();
    }

    /** One of those that share the cluster. */
    public C first() {
      return left.get(0);
    }

    public Side side() {
      return side;
    }

    public int repeat() {
      return repeat;
    }

    /**
     * Measures all of them.
     *
     * @param figures of a row, for people
     */
    public void measure(Measurement<C> measurement, Function<BenchmarkCase, String> figures)
        throws IOException, ClusterException, InterruptedException {
      while (!left.isEmpty()) {
        C one = left.get(0);
        progress.waitingFor(List.of(title(one) + "; " + timeLeft.text(System.nanoTime())));
        BenchmarkCase row = record.add(measurement.of(one));
        left.remove(0);
        timeLeft.stepDone();
        String rest = "; " + timeLeft.text(System.nanoTime());
        progress.done(line(row.name(), side) + " " + figures.apply(row) + rest);
      }
    }
  }
}
