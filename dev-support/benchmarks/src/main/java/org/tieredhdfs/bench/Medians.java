package org.tieredhdfs.bench;

import java.util.List;

/** Medians of repeats. */
public final class Medians {
  private Medians() {}

  /** The middle value; NaN, which is neither above nor below anything, if there are none. */
  public static double of(List<Double> values) {
    if (values.isEmpty()) {
      return Double.NaN;
    }
    List<Double> sorted = values.stream().sorted().toList();
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }
}
