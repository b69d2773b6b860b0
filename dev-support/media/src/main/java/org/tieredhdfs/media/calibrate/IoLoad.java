package org.tieredhdfs.media.calibrate;

import org.tieredhdfs.media.model.IoKind;

/** The load used to measure a device. */
enum IoLoad {
  RANDOM_READ(IoKind.READ, true, 4 << 10, "random reads"),
  RANDOM_WRITE(IoKind.WRITE, true, 4 << 10, "random writes"),
  SEQUENTIAL_READ(IoKind.READ, false, 128 << 10, "sequential reads"),
  SEQUENTIAL_WRITE(IoKind.WRITE, false, 128 << 10, "sequential writes");

  private final IoKind kind;
  private final boolean isRandom;
  private final int blockBytes;
  private final String label;

  IoLoad(IoKind kind, boolean isRandom, int blockBytes, String label) {
    this.kind = kind;
    this.isRandom = isRandom;
    this.blockBytes = blockBytes;
    this.label = label;
  }

  IoKind kind() {
    return kind;
  }

  boolean isRandom() {
    return isRandom;
  }

  int blockBytes() {
    return blockBytes;
  }

  /** For people to read. */
  String label() {
    return label;
  }
}
