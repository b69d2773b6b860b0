package org.tieredhdfs.mover.cli;

/** The command line is wrong; the message says what is wrong and what is allowed. */
final class UsageException extends Exception {
  private static final long serialVersionUID = 1L;

  UsageException(String message) {
    super(message);
  }
}
