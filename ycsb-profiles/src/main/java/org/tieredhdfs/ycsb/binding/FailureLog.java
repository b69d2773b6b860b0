package org.tieredhdfs.ycsb.binding;

import java.io.PrintStream;
import java.util.Locale;

/**
 * Says on the error stream why operations failed, the first few times and then ever more seldom: a
 * run of millions of operations must not drown in its own messages.
 *
 * <p>Used by one thread.
 */
final class FailureLog {

  private static final long ALWAYS_SHOWN = 5;

  private final PrintStream out;
  private long failures;
  private long nextShown = 10;

  FailureLog(PrintStream out) {
    this.out = out;
  }

  void failed(String operation, String subject, Throwable cause) {
    failures++;
    if (failures == nextShown) {
      nextShown *= 10;
    } else if (failures > ALWAYS_SHOWN) {
      return;
    }
    out.println(
        String.format(
            Locale.ROOT,
            "%s of %s failed (failure %d of this thread): %s",
            operation,
            subject,
            failures,
            describe(cause)));
  }

  /** The messages down the chain of causes, in one line, without the stack. */
  static String describe(Throwable failure) {
    StringBuilder line = new StringBuilder();
    Throwable at = failure;
    for (int depth = 0; at != null && depth < 4; depth++, at = at.getCause()) {
      String message = String.valueOf(at.getMessage()).lines().findFirst().orElse("");
      String text = at.getClass().getSimpleName() + ": " + message;
      if (line.indexOf(message) < 0 || depth == 0) {
        line.append(depth == 0 ? "" : " <- ").append(text);
      }
    }
    return line.toString();
  }
}
