package org.tieredhdfs.bench.failslow.client;

import java.util.Locale;

/** The kind of an operation of a client, by what it waits for. */
public enum OperationKind {
  /** One row of HBase, acknowledged. */
  PUT,
  /** A table read from its beginning. */
  SCAN,
  /** A record of a file on the medium under test, flushed; the first one has a block made, too. */
  HFLUSH,
  /** The same, synced to the devices. */
  HSYNC,
  /** The close of a file on the medium under test. */
  CLOSE,
  /** A piece of a file on the medium under test. */
  READ,
  /** As HFLUSH, on a medium without a fault. */
  OTHER_HFLUSH,
  /** As HSYNC, on a medium without a fault. */
  OTHER_HSYNC,
  /** As READ, on a medium without a fault. */
  OTHER_READ;

  /** As it is called in requests and metrics: {@code otherHflush}. */
  public String word() {
    StringBuilder word = new StringBuilder();
    for (String part : name().toLowerCase(Locale.ROOT).split("_", -1)) {
      word.append(
          word.isEmpty()
              ? part
              : part.substring(0, 1).toUpperCase(Locale.ROOT) + part.substring(1));
    }
    return word.toString();
  }

  /** Whether it is on the medium under test. */
  boolean isUnderTest() {
    return !name().startsWith("OTHER_");
  }

  /** The directory of its files. */
  String root() {
    return isUnderTest() ? FailSlowLoad.ROOT : FailSlowLoad.OTHER_ROOT;
  }
}
