package org.tieredhdfs.bench.failslow;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.tieredhdfs.localcluster.media.Media;

/**
 * A thread that empties the page cache each second, so that what is read comes from the devices.
 * One that waits for a device that hangs does not drop any more until the fault ends.
 */
final class CacheDropper implements AutoCloseable {
  private static final long INTERVAL_MS = 1_000;

  private final Media media;
  private final Thread thread = new Thread(this::loop, "drop caches");
  private volatile boolean isStopped;

  private CacheDropper(Media media) {
    this.media = media;
    thread.setDaemon(true);
  }

  /**
   * @param keepsPageCache whether it does nothing
   */
  static CacheDropper start(Media media, boolean keepsPageCache) {
    CacheDropper dropper = new CacheDropper(media);
    if (!keepsPageCache) {
      dropper.thread.start();
    }
    return dropper;
  }

  private void loop() {
    while (!isStopped) {
      try {
        media.dropCleanCaches();
        Thread.sleep(INTERVAL_MS);
      } catch (InterruptedException e) {
        return;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Override
  public void close() {
    isStopped = true;
    thread.interrupt();
  }
}
