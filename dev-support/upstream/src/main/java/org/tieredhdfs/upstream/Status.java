package org.tieredhdfs.upstream;

/**
 * How one test ended, best first; a failure is a broken assertion, an error any other throwable.
 */
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
