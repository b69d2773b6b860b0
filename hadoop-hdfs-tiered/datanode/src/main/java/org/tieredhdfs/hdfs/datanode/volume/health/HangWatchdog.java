package org.tieredhdfs.hdfs.datanode.volume.health;

import java.util.Arrays;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.hdfs.datanode.volume.InFlight;
import org.tieredhdfs.hdfs.datanode.volume.Rounds;
import org.tieredhdfs.hdfs.datanode.volume.VolumeRegistry;
import org.tieredhdfs.hdfs.datanode.volume.VolumeState;
import org.tieredhdfs.hdfs.datanode.volume.VolumeState.Hang;
import org.tieredhdfs.hdfs.datanode.volume.speed.IoClass;

/**
 * A thread that checks the running I/O calls and marks the volumes that do not answer.
 *
 * <p>It does no I/O itself. A call hangs that should have come back by now, unless another of its
 * class, begun later, has come back: then the volume is slow, but it answers. A volume is marked as
 * long as one of its calls hangs and is itself again when none does, however they came to their
 * end. One that hung several times is on {@link Probation} for a while. Time in which the whole
 * process was stopped is no time of a call.
 */
public final class HangWatchdog implements Runnable, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HangWatchdog.class);
  private static final int REPORTED_FRAMES = 25;

  private final VolumeRegistry registry;
  private final long intervalNanos;
  private final long probationNanos;
  private final LongSupplier nanoClock;
  private final ProcessClock clock;
  private final Map<VolumeState, Probation> probations = new WeakHashMap<>();
  private final Thread thread = new Thread(this, "hang watchdog of volumes");
  private volatile boolean closed;

  /**
   * @param intervalMs the interval between checks of the calls
   * @param probationMs for how long a volume stays out of use that has hung twice
   */
  public HangWatchdog(
      VolumeRegistry registry, long intervalMs, long probationMs, LongSupplier nanoClock) {
    this.registry = registry;
    this.intervalNanos = TimeUnit.MILLISECONDS.toNanos(intervalMs);
    this.probationNanos = TimeUnit.MILLISECONDS.toNanos(probationMs);
    this.nanoClock = nanoClock;
    this.clock = new ProcessClock(nanoClock.getAsLong());
    thread.setDaemon(true);
  }

  public void start() {
    thread.start();
  }

  @Override
  public void run() {
    Rounds.run(
        "hang watchdog",
        () -> closed,
        () -> {
          TimeUnit.NANOSECONDS.sleep(intervalNanos);
          look();
          registry.forgetClosed();
        });
  }

  /** Looks at all volumes once. */
  void look() {
    clock.tick(nanoClock.getAsLong(), intervalNanos);
    registry.all().forEach(this::look);
  }

  private void look(VolumeState volume) {
    Hang before = volume.hang();
    Hang found = find(volume);
    long nowNanos = clock.nowNanos();
    Probation probation = probations.computeIfAbsent(volume, any -> new Probation(probationNanos));
    if (before == null && found != null) {
      probation.hung(nowNanos);
    } else if (before != null && found == null) {
      probation.answered(nowNanos);
    }
    boolean isOut = found == null && probation.isOn(nowNanos);
    volume.hang(found, isOut);
    if (before == null && found != null) {
      volume.metrics().addHang();
      LOG.error(
          "Volume {} does not answer; until it does, it gets no new blocks and reports"
              + " no room. {}",
          volume,
          found.report());
    } else if (before != null && found == null) {
      LOG.warn(
          "Volume {} answers again after {} ms{}",
          volume,
          (nowNanos - before.sinceNanos()) / 1_000_000,
          isOut ? "; it has hung too often and stays on probation" : "");
    }
  }

  private @Nullable Hang find(VolumeState volume) {
    Hang hang = null;
    for (InFlight io : volume.inFlight()) {
      if (io.isOverdue(io.startNanos() + clock.ageNanos(io.startNanos()))
          && !volume.isOvertaken(io.ioClass(), io.startNanos())
          && !io.isDone()) {
        Hang one =
            new Hang(io.startNanos(), io.ioClass() == IoClass.READ, report(io, clock.nowNanos()));
        hang = hang == null ? one : hang.with(one);
      }
    }
    return hang;
  }

  private static String report(InFlight io, long nowNanos) {
    String stack =
        Arrays.stream(io.thread().getStackTrace())
            .limit(REPORTED_FRAMES)
            .map(frame -> "\n    at " + frame)
            .collect(Collectors.joining());
    return String.format(
        "%s for %d ms in thread %s%s", io.name(), io.ageMs(nowNanos), io.thread().getName(), stack);
  }

  @Override
  public void close() {
    closed = true;
    thread.interrupt();
  }
}
