package org.tieredhdfs.report;

import java.util.regex.Pattern;

/** The rules for names and numbers in a report. */
final class Names {

  private static final Pattern METRIC = Pattern.compile("[a-z][A-Za-z0-9]*");

  private Names() {}

  static void check(String field, String name) {
    if (name == null || name.isBlank()) {
      throw new IllegalArgumentException(field + ": is missing; a text has to be given");
    }
  }

  static void checkMetric(String name) {
    if (name == null || !METRIC.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "metric: '"
              + name
              + "' is not allowed; it has to be of letters and digits, the first a small letter,"
              + " with its unit at the end");
    }
  }

  static void checkFinite(String metric, Double value) {
    if (value == null || !Double.isFinite(value)) {
      throw new IllegalArgumentException(
          metric + ": '" + value + "' is not allowed; it has to be a number");
    }
  }
}
