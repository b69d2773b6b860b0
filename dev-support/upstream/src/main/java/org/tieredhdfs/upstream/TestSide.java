package org.tieredhdfs.upstream;

import java.util.Locale;

/** What stands on the class path of a test: stock Hadoop alone, or our jars before it. */
enum TestSide {
  STOCK,
  OURS;

  /** The name in output and files. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
