package org.tieredhdfs.mover.cli;

import org.apache.hadoop.util.StringUtils.TraditionalBinaryPrefix;

/** Values of options, checked. */
final class OptionValues {
  private static final int MAX_COUNT = 10_000;

  private OptionValues() {}

  static long size(String option, String value) throws UsageException {
    long bytes;
    try {
      bytes = TraditionalBinaryPrefix.string2long(value);
    } catch (IllegalArgumentException e) {
      bytes = -1;
    }
    if (bytes < 0) {
      throw new UsageException(
          option
              + ": '"
              + value
              + "' is not allowed; it has to be bytes per second, suffix k m g, or 0 for no"
              + " limit");
    }
    return bytes;
  }

  static int count(String option, String value) throws UsageException {
    int count;
    try {
      count = Integer.parseInt(value);
    } catch (NumberFormatException e) {
      count = 0;
    }
    if (count < 1 || count > MAX_COUNT) {
      throw new UsageException(
          option
              + ": '"
              + value
              + "' is not allowed; it has to be a whole number from 1 to "
              + MAX_COUNT);
    }
    return count;
  }
}
