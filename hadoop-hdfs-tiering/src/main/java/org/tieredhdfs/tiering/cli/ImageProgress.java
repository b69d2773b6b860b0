package org.tieredhdfs.tiering.cli;

import java.io.PrintStream;
import java.util.concurrent.TimeUnit;
import org.tieredhdfs.tiering.image.NamespaceImage;

/** Tells each ten seconds how much of an image is read, and what is left. Used by one thread. */
final class ImageProgress implements NamespaceImage.Progress {
  private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final long ALL = 1000;

  private final PrintStream err;
  private final long begun = System.nanoTime();
  private long told = begun;

  ImageProgress(PrintStream err) {
    this.err = err;
  }

  @Override
  public void done(long thousandths) {
    long now = System.nanoTime();
    if (now - told > INTERVAL_NANOS && thousandths > 0) {
      told = now;
      long leftNanos = (now - begun) / thousandths * (ALL - thousandths);
      err.printf(
          "filemover: %d %% of the image read, %d s left%n",
          thousandths / 10, TimeUnit.NANOSECONDS.toSeconds(leftNanos));
    }
  }
}
