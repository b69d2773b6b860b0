package org.tieredhdfs.tiering.rule;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** What an expression can ask of a file, each with the kind of its values. */
enum FileField {
  PATH(Kind.PATTERN),
  NAME(Kind.PATTERN),
  OWNER(Kind.WORD),
  GROUP(Kind.WORD),
  POLICY(Kind.WORD),
  SIZE(Kind.SIZE),
  REPLICATION(Kind.COUNT),
  LAST_READ(Kind.AGE),
  LAST_WRITTEN(Kind.AGE),
  ERASURE_CODED(Kind.FLAG),
  OPEN(Kind.FLAG),
  PINNED(Kind.FLAG),
  SNAPSHOTS(Kind.FLAG);

  /** How values are written and compared. */
  enum Kind {
    PATTERN,
    WORD,
    SIZE,
    COUNT,
    AGE,
    FLAG;

    /** Whether one value can be less than another. */
    boolean isOrdered() {
      return this == SIZE || this == COUNT || this == AGE;
    }
  }

  private final Kind kind;

  FileField(Kind kind) {
    this.kind = kind;
  }

  Kind kind() {
    return kind;
  }

  /** Its name in expressions. */
  String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  static String words() {
    return Arrays.stream(values()).map(FileField::word).collect(Collectors.joining(", "));
  }
}
