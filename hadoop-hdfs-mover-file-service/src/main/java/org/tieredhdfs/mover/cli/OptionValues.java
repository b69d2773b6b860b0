package org.tieredhdfs.mover.cli;

import java.util.ArrayList;
import java.util.List;
import org.apache.commons.cli.CommandLine;
import org.apache.commons.lang3.math.NumberUtils;
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
      throw refusal(option, value, "bytes per second, suffix k m g, or 0 for no limit");
    }
    return bytes;
  }

  static int count(String option, String value) throws UsageException {
    int count = NumberUtils.toInt(value);
    if (count < 1 || count > MAX_COUNT) {
      throw refusal(option, value, "a whole number from 1 to " + MAX_COUNT);
    }
    return count;
  }

  /** The IDs of requests that a command names. */
  static List<Long> ids(String command, CommandLine line) throws UsageException {
    List<Long> ids = new ArrayList<>();
    for (String word : line.getArgList()) {
      ids.add(id(command, word));
    }
    return ids;
  }

  static long id(String where, String word) throws UsageException {
    long id = NumberUtils.toLong(word, -1);
    if (id < 0) {
      throw refusal(where, word, "a request ID");
    }
    return id;
  }

  private static UsageException refusal(String where, String value, String wanted) {
    return new UsageException(where + ": '" + value + "' is not allowed; it has to be " + wanted);
  }
}
