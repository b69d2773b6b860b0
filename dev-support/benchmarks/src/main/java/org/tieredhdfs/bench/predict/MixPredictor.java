package org.tieredhdfs.bench.predict;

import java.util.Map;
import java.util.function.Predicate;
import org.tieredhdfs.ycsb.study.StudyCase;
import org.tieredhdfs.ycsb.study.StudyMedium;

/**
 * Predicts the throughput of a mix of media, for a load of minutes and for one that goes on.
 *
 * <p>An operation takes what it takes in memory, which is the work of processors and network, and
 * longer by what its bytes wait for their media. That wait is what a medium alone is slower than
 * memory, split over the classes of files by their bytes, and inversely to the number of volumes.
 *
 * <p>The two differ in compactions. Writers never wait for them, but for logs and flushes; HBase
 * leaves compactions behind until a store has too many files, which a load of minutes does not
 * reach. So a burst pays for them only where they write to the medium of the log, whose syncs queue
 * behind them. A load that goes on has to pay for all of them.
 */
public final class MixPredictor {
  private final Map<StudyMedium, Alone> alone;
  private final Map<HeatClass, Double> shares;

  /**
   * The measurement with all files on one medium.
   *
   * @param opsPerSec operations a second
   * @param volumes of the medium on each DataNode
   */
  public record Alone(double opsPerSec, int volumes) {
    public Alone {
      if (!(opsPerSec > 0) || Double.isInfinite(opsPerSec) || volumes < 1) {
        throw new IllegalArgumentException(
            String.format(
                "a medium alone: '%s operations a second on %d volumes' is not allowed; both have"
                    + " to be above 0",
                opsPerSec, volumes));
      }
    }
  }

  /**
   * One prediction.
   *
   * @param study the mix
   * @param burstOpsPerSec predicted for a load of minutes, as the measured one was
   * @param sustainedOpsPerSec predicted for a load with which compactions have to keep up
   * @param measuredOpsPerSec NaN if it was not measured
   */
  public record Prediction(
      StudyCase study, double burstOpsPerSec, double sustainedOpsPerSec, double measuredOpsPerSec) {

    /** The excess of the burst over the measurement; NaN if there is no measurement. */
    public double errorPercent() {
      return 100 * (burstOpsPerSec / measuredOpsPerSec - 1);
    }
  }

  /**
   * @param alone what each medium does, memory among them
   * @param shares of all bytes that a load writes, the part of each class; files move into the
   *     archive
   * @throws IllegalArgumentException if memory is not among the media
   */
  public MixPredictor(Map<StudyMedium, Alone> alone, Map<HeatClass, Double> shares) {
    if (!alone.containsKey(StudyMedium.RAM)) {
      throw new IllegalArgumentException(
          "memory alone was not measured; what a medium costs is told from it");
    }
    this.alone = Map.copyOf(alone);
    this.shares = Map.copyOf(shares);
  }

  /**
   * Predicts a mix.
   *
   * @param measuredOpsPerSec what was measured; NaN if nothing was
   * @throws IllegalArgumentException if a medium of the mix was not measured alone
   */
  public Prediction predict(StudyCase mix, double measuredOpsPerSec) {
    StudyMedium ofLog = HeatClass.WAL.medium(mix);
    return new Prediction(
        mix,
        opsPerSec(mix, heat -> heat.isWaitedFor() || heat.medium(mix) == ofLog),
        opsPerSec(mix, heat -> true),
        measuredOpsPerSec);
  }

  private double opsPerSec(StudyCase mix, Predicate<HeatClass> isWaitedFor) {
    double secPerOp = inMemorySec();
    for (HeatClass heat : HeatClass.values()) {
      StudyMedium medium = heat.medium(mix);
      if (isWaitedFor.test(heat) && medium != StudyMedium.RAM) {
        int volumes = mix.volumes().getOrDefault(medium, 1);
        secPerOp += share(heat) * waitSec(medium) * of(medium).volumes() / volumes;
      }
    }
    return 1 / secPerOp;
  }

  /**
   * Operations a second of a load that goes on, with classes of files on several media, where each
   * medium has as many volumes as when it was measured alone. Of a class that is on two media, each
   * gets as much of what is written as of what is stored.
   *
   * @throws IllegalArgumentException if a medium that files are on was not measured alone
   */
  double sustainedOpsPerSec(HeatPlacement placement) {
    double secPerOp = inMemorySec();
    for (HeatClass heat : HeatClass.values()) {
      for (StudyMedium medium : StudyMedium.values()) {
        double part = share(heat) * placement.part(heat, medium);
        if (part > 0) {
          secPerOp += part * waitSec(medium);
        }
      }
    }
    return 1 / secPerOp;
  }

  private double share(HeatClass heat) {
    return shares.getOrDefault(heat, 0.0);
  }

  private double inMemorySec() {
    return 1 / of(StudyMedium.RAM).opsPerSec();
  }

  /** How long an operation waits that has all its bytes on a medium; 0 for memory. */
  private double waitSec(StudyMedium medium) {
    return Math.max(0, 1 / of(medium).opsPerSec() - inMemorySec());
  }

  private Alone of(StudyMedium medium) {
    Alone measured = alone.get(medium);
    if (measured == null) {
      throw new IllegalArgumentException(medium + " alone was not measured");
    }
    return measured;
  }
}
