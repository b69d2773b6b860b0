package org.tieredhdfs.mover.cli;

import java.io.PrintStream;
import java.time.Duration;
import org.tieredhdfs.mover.api.MoveHandle;
import org.tieredhdfs.mover.api.MoveProgress;
import org.tieredhdfs.mover.text.ProgressLine;

/** Shows the progress of a request until it ends: a bar on a terminal, lines elsewhere. */
final class ProgressPrinter {
  private static final Duration BAR_INTERVAL = Duration.ofMillis(200);
  private static final Duration LINE_INTERVAL = Duration.ofSeconds(10);

  private final PrintStream err;
  private final boolean isTerminal;
  private int lastLength;
  private long shownAtNs = System.nanoTime();

  ProgressPrinter(PrintStream err, boolean isTerminal) {
    this.err = err;
    this.isTerminal = isTerminal;
  }

  void showUntilEnd(MoveHandle handle) throws InterruptedException {
    Duration interval = isTerminal ? BAR_INTERVAL : LINE_INTERVAL;
    while (!handle.await(interval)) {
      show(handle.progress());
    }
    showLast(handle.progress());
  }

  /** Shows how far something has come that is asked for often. */
  void showSometimes(MoveProgress progress) {
    long nowNs = System.nanoTime();
    if (isTerminal || nowNs - shownAtNs > LINE_INTERVAL.toNanos()) {
      shownAtNs = nowNs;
      show(progress);
    }
  }

  /** Shows how far it came in the end. */
  void showLast(MoveProgress progress) {
    if (isTerminal) {
      show(progress);
      err.println();
    }
  }

  private void show(MoveProgress progress) {
    if (!isTerminal) {
      err.println(ProgressLine.plain(progress));
      return;
    }
    String bar = ProgressLine.bar(progress);
    // blanks overwrite the rest of a longer previous line
    err.print("\r" + bar + " ".repeat(Math.max(0, lastLength - bar.length())));
    err.flush();
    lastLength = bar.length();
  }
}
