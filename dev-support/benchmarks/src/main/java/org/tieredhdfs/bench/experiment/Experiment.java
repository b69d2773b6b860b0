package org.tieredhdfs.bench.experiment;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.apache.hadoop.util.ShutdownHookManager;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.bench.BenchPlan;
import org.tieredhdfs.bench.write.process.StartedParts.Part;
import org.tieredhdfs.localcluster.cli.ConsoleProgress;
import org.tieredhdfs.localcluster.media.MediaPace;
import org.tieredhdfs.localcluster.media.MediaProfile;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Report;
import org.tieredhdfs.report.Side;
import org.tieredhdfs.report.text.BenchReport;
import picocli.CommandLine.Mixin;

/**
 * An experiment, which is a command: its cases and their media, how a cluster is started and a case
 * measured on it, and what the figures have to keep. In which order, how often, and the report are
 * {@link ExperimentRun}'s.
 *
 * @param <C> a case
 */
public abstract class Experiment<C> implements Callable<Integer> {
  @Mixin private BenchOptions options;
  private final Function<C, String> nameOf;
  private final List<String> shown;

  /**
   * @param nameOf the name of a case; those of rows that compare cases have a slash
   * @param shown the metrics that are told while it goes on and at its end
   */
  protected Experiment(BenchOptions options, Function<C, String> nameOf, String... shown) {
    this.options = options;
    this.nameOf = nameOf;
    this.shown = List.of(shown);
  }

  public final String name() {
    return options.name();
  }

  /** Whether it is only to be seen that it works. */
  protected final boolean isQuick() {
    return options.isQuick();
  }

  /** What was asked for, or else the usual. */
  protected static <T> T or(@Nullable T asked, T usual) {
    return asked != null ? asked : usual;
  }

  @Override
  public final Integer call() throws Exception {
    ConsoleProgress progress = ConsoleProgress.onStandardError();
    try {
      BenchPlan plan = options.plan();
      return finish(run(plan, progress), plan);
    } finally {
      progress.clear();
    }
  }

  /**
   * Runs all that is not there yet; a case that fails is told in the report, and the rest goes on.
   *
   * @throws IllegalArgumentException if the plan asks for what there is not, or an earlier run that
   *     is to be gone on with was another
   */
  public final Report run(BenchPlan plan, Progress progress)
      throws IOException, InterruptedException {
    BooleanSupplier isEnding = ShutdownHookManager.get()::isShutdownInProgress;
    return new ExperimentRun<>(this, plan, progress, isEnding).run();
  }

  /** Prints the main figures and writes the report; the exit code of the command. */
  protected int finish(Report report, BenchPlan plan) throws IOException {
    return BenchReport.finish(report, plan.out(), RowMedians.table(report.cases(), shown));
  }

  /** All cases, in the order in which they are measured. */
  protected abstract List<C> cases();

  final String nameOf(C one) {
    return nameOf.apply(one);
  }

  final List<String> shown() {
    return shown;
  }

  /** Cases with the same text share a cluster. */
  protected String clusterOf(C one) {
    return nameOf(one);
  }

  /** Whether a case is measured if none is asked for by its name. */
  protected boolean isUsual(C one) {
    return true;
  }

  /** Why a case is not possible on this machine; empty if it is. */
  protected String lacking(C one) {
    return "";
  }

  /** Whose code is measured, as far as the plan asks for it. */
  protected List<Side> sides(BenchPlan plan) {
    return plan.sides();
  }

  /** Whether there is such a measurement at all. */
  protected boolean isMeasured(C one, Side side, int repeat) {
    return true;
  }

  /** By what rows can be compared, beside the pace of the media. */
  protected String scale(BenchPlan plan) {
    return plan.seconds() + " s";
  }

  /** The whole of it, as the report has it. */
  protected String scaleText(BenchPlan plan) {
    return scale(plan)
        + String.format(Locale.ROOT, ", media %.1f times slower", plan.mediaFactor());
  }

  /** The media of these cases, by storage type. */
  protected abstract Map<String, MediaProfile> profiles(List<C> asked);

  /**
   * Whether clusters of all sides are up at the same time, from the first case that shares them to
   * the last repeat, and one rests while another is measured.
   */
  protected boolean keepsAllSidesUp() {
    return false;
  }

  /** How often each case is measured without being counted, where all sides are up. */
  protected int warmUps() {
    return 0;
  }

  /** Whether a case is measured again while the host steals too much of the processors' time. */
  protected boolean isRepeatedWhenStolenFrom() {
    return false;
  }

  /** Removes files of an earlier run that are not to be gone on with. */
  protected void forgetEarlierRun(BenchPlan plan) throws IOException {}

  /** Starts what cases are measured on. */
  protected abstract Place<C> open(Setting<C> setting)
      throws IOException, ClusterException, InterruptedException;

  /** What the rows of the report have to keep. */
  protected List<Bound> bounds(List<BenchmarkCase> rows) {
    return List.of();
  }

  /** The rows of the report, from those that were measured. */
  protected List<BenchmarkCase> reported(List<BenchmarkCase> measured) {
    List<BenchmarkCase> rows = new ArrayList<>(measured);
    rows.addAll(compared(measured));
    return rows;
  }

  /** Rows that compare those that were measured. */
  protected List<BenchmarkCase> compared(List<BenchmarkCase> rows) {
    return List.of();
  }

  /** Whether a row of a report, by its name, was measured, and is not one that compares others. */
  protected boolean isOfACase(String rowName) {
    return !rowName.contains("/");
  }

  /**
   * What a place is opened for.
   *
   * @param <C> a case
   * @param plan of the run
   * @param cases that share it and are still to be measured
   * @param sides one, or all if they are up at the same time
   * @param repeat the first that is measured there
   * @param pace of the media
   * @param progress is told what takes long
   */
  public record Setting<C>(
      BenchPlan plan,
      List<C> cases,
      List<Side> sides,
      int repeat,
      MediaPace pace,
      Progress progress) {
    public C first() {
      return cases.get(0);
    }

    public Side side() {
      return sides.get(0);
    }
  }

  /**
   * Clusters on which cases are measured, until it is closed. Used by one thread.
   *
   * @param <C> a case
   */
  public interface Place<C> extends AutoCloseable {
    /**
     * Measures a case once.
     *
     * @param repeat its number; 0 of what does not count
     */
    Outcome measure(C one, Side side, int repeat)
        throws IOException, ClusterException, InterruptedException;

    /** Waits until what a case left has no effect on the next one. */
    default void rest() throws IOException, ClusterException, InterruptedException {}

    @Override
    void close() throws IOException, ClusterException;

    /** One that is closed with what it is on, and needs no rest. */
    static <C> Place<C> on(Part part, Measurement<C> measurement) {
      return new Place<>() {
        @Override
        public Outcome measure(C one, Side side, int repeat)
            throws IOException, ClusterException, InterruptedException {
          return measurement.of(one, side, repeat);
        }

        @Override
        public void close() throws IOException, ClusterException {
          part.end();
        }
      };
    }
  }

  /**
   * Measures a case once, as {@link Place#measure} does.
   *
   * @param <C> a case
   */
  public interface Measurement<C> {
    Outcome of(C one, Side side, int repeat)
        throws IOException, ClusterException, InterruptedException;
  }
}
