package org.tieredhdfs.hdfs.datanode.volume;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.hdfs.datanode.volume.VolumeState.Hang;

/**
 * A thread that looks at the I/O calls in flight and marks the volumes that do not answer.
 *
 * <p>It does no I/O itself. A volume is marked as long as one of its calls is {@linkplain StuckIo
 * stuck} and is itself again when none is, however they came to their end.
 */
public final class HangWatchdog implements Runnable, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HangWatchdog.class);

  private final VolumeRegistry registry;
  private final long timeoutMs;
  private final long intervalMs;
  private final Thread thread = new Thread(this, "hang watchdog of volumes");
  private volatile boolean closed;

  public HangWatchdog(VolumeRegistry registry, long timeoutMs, long intervalMs) {
    this.registry = registry;
    this.timeoutMs = timeoutMs;
    this.intervalMs = intervalMs;
    thread.setDaemon(true);
  }

  public void start() {
    thread.start();
  }

  @Override
  public void run() {
    while (!closed) {
      try {
        Thread.sleep(intervalMs);
        for (VolumeState volume : registry.all()) {
          look(volume);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      } catch (RuntimeException e) {
        LOG.error("The hang watchdog goes on after", e);
      }
    }
  }

  void look(VolumeState volume) {
    Hang before = volume.hang();
    Hang found = find(volume);
    volume.hang(found);
    if (before == null && found != null) {
      volume.metrics().addHang();
      LOG.error(
          "Volume {} does not answer; it gets no new blocks and reports no room until it does. {}",
          volume,
          found.report());
    } else if (before != null && found == null) {
      LOG.warn(
          "Volume {} answers again after {} ms",
          volume,
          (System.nanoTime() - before.sinceNanos()) / 1_000_000);
    }
  }

  private @Nullable Hang find(VolumeState volume) {
    long nowNanos = System.nanoTime();
    Hang hang = null;
    for (InFlight io : volume.inFlight()) {
      StuckIo.Finding found = io.isIo() ? StuckIo.find(volume, io, timeoutMs, nowNanos) : null;
      if (found != null) {
        Hang one = new Hang(io.startNanos(), found.reading(), found.report());
        hang = hang == null ? one : hang.with(one);
      }
    }
    return hang;
  }

  @Override
  public void close() {
    closed = true;
    thread.interrupt();
  }
}
