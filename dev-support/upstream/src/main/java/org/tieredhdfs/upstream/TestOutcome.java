package org.tieredhdfs.upstream;

import java.util.List;

/**
 * How one test method, or one invocation of a parameterised one, ended.
 *
 * @param id the same on both sides for the same test
 * @param name what a reader calls it: method, parameters, index
 * @param message type and first line of the throwable; empty when it passed
 */
record TestOutcome(String id, String name, Status status, long durationMs, String message) {
  private static final int MESSAGE_CHARS_MAX = 300;
  private static final int FIELDS = 5;

  /** How it ended, best first; a failure is a broken assertion, an error any other throwable. */
  enum Status {
    PASSED,
    SKIPPED,
    FAILED,
    ERROR;

    /** Whether the test ran and did not do what it should. */
    boolean isBroken() {
      return this == FAILED || this == ERROR;
    }
  }

  /** An outcome that stands for a class as a whole, where no test can be named. */
  static TestOutcome ofClass(String what, Status status, String message) {
    return new TestOutcome("(" + what + ")", "(" + what + ")", status, 0, firstLine(message));
  }

  /** Whether this is trouble of a class as a whole, which is reported only where there is some. */
  boolean isOfClass() {
    return name.startsWith("(");
  }

  /** The same, had it passed. */
  TestOutcome asPassed() {
    return new TestOutcome(id, name, Status.PASSED, durationMs, "");
  }

  static String firstLine(String text) {
    String line = text.strip().lines().findFirst().orElse("");
    return line.length() <= MESSAGE_CHARS_MAX
        ? line
        : line.substring(0, MESSAGE_CHARS_MAX) + " ...";
  }

  /** This outcome as one line of tab-separated fields. */
  String toLine() {
    return String.join(
        "\t", clean(id), clean(name), status.name(), Long.toString(durationMs), clean(message));
  }

  /** The outcome whose fields stand on a line as {@link #toLine} has them. */
  static TestOutcome ofFields(List<String> fields) {
    if (fields.size() != FIELDS) {
      throw new IllegalArgumentException(
          "expected " + FIELDS + " tab-separated fields, found " + fields.size() + ": " + fields);
    }
    return new TestOutcome(
        fields.get(0),
        fields.get(1),
        Status.valueOf(fields.get(2)),
        Long.parseLong(fields.get(3)),
        fields.get(4));
  }

  private static String clean(String field) {
    return field.replaceAll("\\s", " ");
  }
}
