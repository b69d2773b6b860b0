package org.tieredhdfs.bench.failslow;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.tieredhdfs.bench.failslow.client.OperationKind;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Side;

/**
 * Compares a measurement of this project with what is required: a volume that fails costs its users
 * a blink, others nothing, and nothing is lost. Apache Hadoop's measurements are not judged.
 */
final class FailSlowVerdict {
  private static final double MAX_PUT_MS = 1_000;
  private static final double MAX_READ_MS = 1_000;
  private static final double MAX_CUTOFFS_OF_HFLUSH = 2;
  private static final double MAX_RETURN_SEC = 60;
  private static final double MAX_P999_RATIO = 1.5;

  private static final List<String> LOSSES = List.of("lostRows", "lostRecords");
  private static final List<String> CUTS =
      List.of("cutOffWriters", "droppedReaders", "refusedReaders");

  private final BenchmarkCase measured;
  private final FailSlowCase failSlowCase;
  private final List<String> failures = new ArrayList<>();

  private FailSlowVerdict(BenchmarkCase measured) {
    this.measured = measured;
    this.failSlowCase = FailSlowCase.named(measured.name());
  }

  /** What is not as required, a sentence each. */
  static List<String> failures(BenchmarkCase measured) {
    if (measured.side() != Side.OURS) {
      return List.of();
    }
    FailSlowVerdict verdict = new FailSlowVerdict(measured);
    verdict.judge();
    return verdict.failures;
  }

  private void judge() {
    LOSSES.forEach(loss -> require(loss, 0));
    FailSlowFault fault = failSlowCase.fault();
    if (fault.isOfAVolume()) {
      judgeUsers();
    } else {
      judgeFalseAlarm(fault);
    }
    if (fault != FailSlowFault.NONE) {
      require("backInUseSec", MAX_RETURN_SEC);
    }
  }

  /** Neither a load nor a node that is slow as a whole is a volume that fails. */
  private void judgeFalseAlarm(FailSlowFault fault) {
    if (fault == FailSlowFault.PAUSE) {
      require("excludedAtEnd", 0);
      require("unhealthyAtEnd", 0);
    } else {
      CUTS.forEach(cut -> require(cut, 0));
    }
    if (fault == FailSlowFault.NONE) {
      require("excludedMax", 0);
    }
    if (failSlowCase.load().moves() && measured.metrics().getOrDefault("movedBytes", 0.0) == 0) {
      failures.add(title() + ": nothing was moved");
    }
  }

  private void judgeUsers() {
    if (failSlowCase.fault() == FailSlowFault.HANG) {
      if (failSlowCase.medium() != FailSlowMedium.DISK) {
        require(OperationFigures.longest(OperationKind.PUT), MAX_PUT_MS);
      }
      requireCutOff();
    }
    require(
        OperationFigures.longest(OperationKind.HFLUSH),
        MAX_CUTOFFS_OF_HFLUSH * failSlowCase.medium().cutoffMs());
    require(OperationFigures.longest(OperationKind.READ), MAX_READ_MS);
    for (OperationKind other : List.of(OperationKind.OTHER_HFLUSH, OperationKind.OTHER_READ)) {
      String metric = other.word() + "P999Ms";
      Double before = measured.metrics().get(other.word() + "P999BeforeMs");
      if (before != null) {
        require(metric, MAX_P999_RATIO * before);
      }
    }
  }

  /** A hang of a volume without the log shows nothing. */
  private void requireCutOff() {
    if (measured.metrics().getOrDefault("cutOffWriters", 0.0) == 0) {
      failures.add(title() + ": no writer was on the volume that hung; nothing was measured");
    }
  }

  private void require(String metric, double limit) {
    Double value = measured.metrics().get(metric);
    if (value == null) {
      failures.add(title() + ": " + metric + " was not measured");
    } else if (value > limit) {
      failures.add(
          String.format(
              Locale.ROOT,
              "%s: %s is %,.1f, it has to be %,.1f or less",
              title(),
              metric,
              value,
              limit));
    }
  }

  private String title() {
    return measured.name() + ", repeat " + measured.repeat();
  }
}
