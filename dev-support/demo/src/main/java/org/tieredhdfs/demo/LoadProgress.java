package org.tieredhdfs.demo;

import java.util.Locale;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.localcluster.spec.Progress;

/** A bar on a terminal, a line every few seconds elsewhere. Used by the thread of one run. */
final class LoadProgress implements AutoCloseable {
  /** Set by the script, which can tell what stderr is. */
  private static final String TERMINAL = "tieredhdfs.terminal";

  private static final long LINE_INTERVAL_NS = 5_000_000_000L;

  private final String label;
  private final Progress lines;
  private final boolean isTerminal;
  private @Nullable ProgressBar bar;
  private long nextLineNs = System.nanoTime() + LINE_INTERVAL_NS;

  private LoadProgress(String label, Progress lines, boolean isTerminal) {
    this.label = label;
    this.lines = lines;
    this.isTerminal = isTerminal;
  }

  static LoadProgress of(String label, Progress lines) {
    return new LoadProgress(label, lines, Boolean.getBoolean(TERMINAL));
  }

  void show(long doneOps, long totalOps, double opsPerSec) {
    if (isTerminal) {
      showBar(doneOps, totalOps, opsPerSec);
    } else if (System.nanoTime() >= nextLineNs) {
      nextLineNs = System.nanoTime() + LINE_INTERVAL_NS;
      lines.done(
          String.format(
              Locale.ROOT,
              "%-12s %,d of %,d operations, %,.0f/s",
              label,
              doneOps,
              totalOps,
              opsPerSec));
    }
  }

  private void showBar(long doneOps, long totalOps, double opsPerSec) {
    ProgressBar shown = bar;
    if (shown == null) {
      shown =
          new ProgressBarBuilder()
              .setTaskName(label)
              .setInitialMax(totalOps)
              .setStyle(ProgressBarStyle.ASCII)
              .build();
      bar = shown;
    }
    shown.stepTo(doneOps);
    shown.setExtraMessage(String.format(Locale.ROOT, " %,.0f/s", opsPerSec));
  }

  @Override
  public void close() {
    ProgressBar shown = bar;
    if (shown != null) {
      bar = null;
      shown.close();
    }
  }
}
