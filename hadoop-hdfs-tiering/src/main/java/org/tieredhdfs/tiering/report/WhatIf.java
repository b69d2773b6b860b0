package org.tieredhdfs.tiering.report;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.StorageType;
import org.tieredhdfs.tiering.rule.TieringKeys;

/**
 * The question what would fit on a storage type if it had more room. Immutable.
 *
 * @param text as it was asked
 * @param addedBytes in all or for each DataNode
 */
public record WhatIf(String text, StorageType type, double addedBytes, boolean isForEachNode) {
  private static final Pattern FORM =
      Pattern.compile("([^=]+)=\\+([0-9]{1,6}(?:\\.[0-9]{1,6})?)([kmgtp])b?(/node)?");
  private static final String UNITS = "kmgtp";

  /**
   * Reads one.
   *
   * @throws IllegalArgumentException that tells what is allowed
   */
  public static WhatIf parse(String text) {
    Matcher parts = FORM.matcher(text.toLowerCase(Locale.ROOT));
    if (!parts.matches()) {
      throw new IllegalArgumentException(
          "TYPE=+SIZE or TYPE=+SIZE/node, as SSD=+2TB, with a suffix k m g t p");
    }
    StorageType type = TieringKeys.type(parts.group(1));
    if (type == null) {
      throw new IllegalArgumentException("TYPE=+SIZE with a TYPE of " + PolicyTypes.TYPES);
    }
    double unit = Math.pow(1024, UNITS.indexOf(parts.group(3)) + 1.0);
    double bytes = Double.parseDouble(parts.group(2)) * unit;
    return new WhatIf(text, type, bytes, parts.group(4) != null);
  }

  /** All that is added, in bytes. */
  long bytes(int nodes) {
    return (long) (isForEachNode ? addedBytes * nodes : addedBytes);
  }
}
