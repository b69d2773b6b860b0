package org.tieredhdfs.localcluster.cli;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import org.tieredhdfs.localcluster.spec.Progress;

/**
 * Progress for people: a line for each thing that is finished, and on a terminal one more line, at
 * the bottom, that says what is awaited and for how long.
 */
public final class ConsoleProgress implements Progress {
  /** Set by the script, which can tell what stderr is. */
  private static final String TERMINAL = "tieredhdfs.terminal";

  private static final int WIDTH = 78;
  private static final String START_OF_LINE = "\r\u001b[K";

  private final PrintStream out;
  private final boolean isTerminal;
  private final long startNs = System.nanoTime();

  public ConsoleProgress(PrintStream out, boolean isTerminal) {
    this.out = out;
    this.isTerminal = isTerminal;
  }

  /** Progress on stderr, so that stdout is left for results. */
  public static ConsoleProgress onStandardError() {
    return new ConsoleProgress(System.err, Boolean.getBoolean(TERMINAL));
  }

  @Override
  public void done(String what) {
    clear();
    out.println(elapsed() + what);
  }

  @Override
  public void waitingFor(List<String> names) {
    if (isTerminal) {
      String line = elapsed() + "waiting for " + String.join(", ", names);
      out.print(START_OF_LINE + line.substring(0, Math.min(WIDTH, line.length())));
      out.flush();
    }
  }

  /** Removes the line at the bottom. */
  public void clear() {
    if (isTerminal) {
      out.print(START_OF_LINE);
      out.flush();
    }
  }

  private String elapsed() {
    return String.format(Locale.ROOT, "[%5.1f s] ", (System.nanoTime() - startNs) / 1e9);
  }
}
