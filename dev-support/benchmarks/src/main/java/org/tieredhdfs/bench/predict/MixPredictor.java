package org.tieredhdfs.bench.predict;

import java.util.Map;
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
  private final ClassShares shares;

  /**
   * @param alone what each medium does, memory among them
   * @throws IllegalArgumentException if memory is not among them
   */
  public MixPredictor(Map<StudyMedium, Alone> alone, ClassShares shares) {
    if (!alone.containsKey(StudyMedium.RAM)) {
      throw new IllegalArgumentException(
          "memory alone was not measured; what a medium costs is told from it");
    }
    this.alone = Map.copyOf(alone);
    this.shares = shares;
  }

  /**
   * Operations a second of a load of minutes, which leaves compactions behind.
   *
   * @throws IllegalArgumentException if a medium of the mix was not measured alone, or the mix has
   *     no volume of a medium that it uses
   */
  public double burstOpsPerSec(Mix mix) {
    double secPerOp =
        inMemorySec()
            + shares.wal() * waitSec(mix, mix.wal())
            + shares.flushed() * waitSec(mix, mix.flushed());
    if (mix.compactedSmall() == mix.wal()) {
      secPerOp += shares.compactedSmall() * waitSec(mix, mix.compactedSmall());
    }
    if (mix.compacted() == mix.wal()) {
      secPerOp += shares.compacted() * waitSec(mix, mix.compacted());
    }
    return 1 / secPerOp;
  }

  /**
   * Operations a second of a load that goes on, with which compactions have to keep up.
   *
   * @throws IllegalArgumentException if a medium of the mix was not measured alone, or the mix has
   *     no volume of a medium that it uses
   */
  public double sustainedOpsPerSec(Mix mix) {
    double secPerOp =
        inMemorySec()
            + shares.wal() * waitSec(mix, mix.wal())
            + shares.flushed() * waitSec(mix, mix.flushed())
            + shares.compactedSmall() * waitSec(mix, mix.compactedSmall())
            + shares.compacted() * waitSec(mix, mix.compacted());
    return 1 / secPerOp;
  }

  /**
   * The same with classes of files on several media, where each medium has as many volumes as when
   * it was measured alone. Of a class that is on two media, each gets as much of what is written as
   * of what is stored.
   *
   * @throws IllegalArgumentException if a medium that files are on was not measured alone
   */
  public double sustainedOpsPerSec(HeatPlacement placement) {
    double secPerOp = inMemorySec();
    for (HeatClass heat : HeatClass.values()) {
      for (StudyMedium medium : StudyMedium.values()) {
        double part = heat.share(shares) * placement.part(heat, medium);
        if (part > 0) {
          secPerOp += part * waitSec(of(medium));
        }
      }
    }
    return 1 / secPerOp;
  }

  private double inMemorySec() {
    return 1 / of(StudyMedium.RAM).opsPerSec();
  }

  /** How long an operation would wait if all its bytes went there. */
  private double waitSec(Mix mix, StudyMedium medium) {
    Integer volumes = mix.volumes().get(medium);
    if (volumes == null || volumes < 1) {
      throw new IllegalArgumentException("the mix puts files on " + medium + " and has none");
    }
    if (medium == StudyMedium.RAM) {
      return 0;
    }
    Alone measured = of(medium);
    return waitSec(measured) * measured.volumes() / volumes;
  }

  /** How long an operation waits that has all its bytes on a medium; 0 for memory. */
  private double waitSec(Alone measured) {
    return Math.max(0, 1 / measured.opsPerSec() - inMemorySec());
  }

  private Alone of(StudyMedium medium) {
    Alone measured = alone.get(medium);
    if (measured == null) {
      throw new IllegalArgumentException(medium + " alone was not measured");
    }
    return measured;
  }
}
