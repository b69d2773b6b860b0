package org.tieredhdfs.upstream;

import java.util.Locale;

/** The class path of a test: stock Hadoop alone, or with this project's jars in front. */
enum TestSide {
  STOCK,
  OURS;

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
