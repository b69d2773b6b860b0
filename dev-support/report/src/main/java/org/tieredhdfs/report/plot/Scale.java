package org.tieredhdfs.report.plot;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * An axis from 0 to a round number above the highest value, with a tick at every step.
 *
 * @param top the value at its end
 * @param step between two ticks
 */
record Scale(double top, double step) {
  private static final int MAX_TICKS = 8;
  private static final double[] ROUND = {1, 2, 2.5, 5, 10};

  /** The axis for values up to {@code highest}. */
  static Scale upTo(double highest) {
    if (!(highest > 0) || Double.isInfinite(highest)) {
      throw new IllegalArgumentException("nothing above 0 to draw: " + highest);
    }
    double power = Math.pow(10, Math.floor(Math.log10(highest / MAX_TICKS)));
    for (double round : ROUND) {
      double step = round * power;
      if (highest <= step * MAX_TICKS) {
        return new Scale(step * Math.ceil(highest / step), step);
      }
    }
    throw new IllegalStateException("no step for " + highest);
  }

  List<Double> ticks() {
    List<Double> ticks = new ArrayList<>();
    long count = Math.round(top / step);
    for (long i = 0; i <= count; i++) {
      ticks.add(i * step);
    }
    return ticks;
  }

  /** A tick as it is written, with no more decimals than the step has. */
  String text(double tick) {
    int decimals = 0;
    double rest = step;
    while (decimals < 3 && Math.abs(rest - Math.rint(rest)) > 1e-9) {
      rest *= 10;
      decimals++;
    }
    return String.format(Locale.ROOT, "%,." + decimals + "f", tick);
  }
}
