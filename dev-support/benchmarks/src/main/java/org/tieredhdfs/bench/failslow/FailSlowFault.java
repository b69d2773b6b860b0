package org.tieredhdfs.bench.failslow;

/** What happens in the middle of a case. */
enum FailSlowFault {
  NONE,
  /** A volume answers nothing. */
  HANG,
  /** A volume answers no reads. */
  READS_HANG,
  /** All of a volume takes ten times as long. */
  SLOW,
  /** A volume stops for a second, every five. */
  STUTTER,
  /** All volumes of a DataNode take ten times as long. */
  SLOW_NODE,
  /** The process of a DataNode is stopped for five seconds. */
  PAUSE;

  /** Whether requests of a volume stay without an answer until the fault ends. */
  boolean isHang() {
    return this == HANG || this == READS_HANG;
  }

  /** Whether only some of a DataNode's volumes are hit. */
  boolean isOfAVolume() {
    return isHang() || this == SLOW || this == STUTTER;
  }
}
