package org.tieredhdfs.mover.text;

import java.util.Locale;
import org.tieredhdfs.mover.api.MoveProgress;

/** The progress of a request as text. */
public final class ProgressLine {
  private static final int BAR_WIDTH = 24;

  private ProgressLine() {}

  /** For a log: words only. */
  public static String plain(MoveProgress progress) {
    return String.format(
        Locale.ROOT,
        "%d%%, %d of %s files, %d replicas, %s, %s/s, %s left",
        percent(progress),
        progress.filesEnded(),
        found(progress),
        progress.replicasMoved(),
        Units.bytes(progress.bytesMoved()),
        Units.bytes(rate(progress)),
        left(progress));
  }

  /** For a terminal: a bar first. */
  public static String bar(MoveProgress progress) {
    int filled = (int) Math.round(progress.share() * BAR_WIDTH);
    return String.format(
        Locale.ROOT,
        "[%s] %3d%%  %d/%s files  %s  %s/s  %s left",
        "=".repeat(filled) + " ".repeat(BAR_WIDTH - filled),
        percent(progress),
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

  private static int percent(MoveProgress progress) {
    return (int) (progress.share() * 100);
  }

  /** As long again as it took so far, in proportion; not told while files are being found. */
  private static String left(MoveProgress progress) {
    double share = progress.share();
    if (!progress.isAllFound() || share == 0) {
      return "?";
    }
    return Units.duration((long) (progress.elapsedMs() * (1 - share) / share));
  }
}
