package org.tieredhdfs.mover.cli;

import java.util.Locale;
import org.tieredhdfs.mover.MoveProgress;

/** The text that says how far a request has come. */
final class ProgressLine {
  private static final int BAR_WIDTH = 24;

  private ProgressLine() {}

  /** For a log: words only. */
  static String plain(MoveProgress progress) {
    return String.format(
        Locale.ROOT,
        "%d of %s files, %d replicas, %s, %s/s, %s left",
        progress.filesEnded(),
        found(progress),
        progress.replicasMoved(),
        Units.bytes(progress.bytesMoved()),
        Units.bytes(rate(progress)),
        left(progress));
  }

  /** For a terminal: a bar first. */
  static String bar(MoveProgress progress) {
    double share =
        progress.filesFound() == 0 ? 0 : (double) progress.filesEnded() / progress.filesFound();
    int filled = (int) Math.round(share * BAR_WIDTH);
    return "["
        + "=".repeat(filled)
        + " ".repeat(BAR_WIDTH - filled)
        + String.format(
            Locale.ROOT,
            "] %3d%%  %d/%s files  %s  %s/s  %s left",
            (int) (share * 100),
            progress.filesEnded(),
            found(progress),
            Units.bytes(progress.bytesMoved()),
            Units.bytes(rate(progress)),
            left(progress));
  }

  private static String found(MoveProgress progress) {
    return progress.filesFound() + (progress.isAllFound() ? "" : "+");
  }

  private static long rate(MoveProgress progress) {
    return progress.bytesMoved() * 1000 / Math.max(1, progress.elapsedMs());
  }

  /** By files, as their sizes are not known before each has its turn. */
  private static String left(MoveProgress progress) {
    long ended = progress.filesEnded();
    if (!progress.isAllFound() || ended == 0) {
      return "?";
    }
    return Units.duration(progress.elapsedMs() * (progress.filesFound() - ended) / ended);
  }
}
