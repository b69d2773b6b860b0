package org.tieredhdfs.media.volume;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.tieredhdfs.linux.Ext4;
import org.tieredhdfs.linux.LinuxTool.ToolException;

/** Unmounts a file system that killed processes have not yet released. */
public final class Unmounting {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final long PAUSE_MS = 20;

  private Unmounting() {}

  /**
   * @throws IOException if somebody still uses it after a minute
   */
  public static void of(Path mountPoint) throws IOException {
    long deadlineNs = System.nanoTime() + LIMIT.toNanos();
    while (true) {
      try {
        Ext4.unmount(mountPoint);
        return;
      } catch (ToolException inUse) {
        if (System.nanoTime() - deadlineNs > 0) {
          throw inUse;
        }
        pause();
      }
    }
  }

  private static void pause() throws InterruptedIOException {
    try {
      TimeUnit.MILLISECONDS.sleep(PAUSE_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while a volume was unmounted");
    }
  }
}
