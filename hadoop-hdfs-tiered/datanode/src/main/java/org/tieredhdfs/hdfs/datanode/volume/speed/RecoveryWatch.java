package org.tieredhdfs.hdfs.datanode.volume.speed;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.hdfs.datanode.volume.speed.Recovery.Terms;
import org.tieredhdfs.hdfs.datanode.volume.speed.Recovery.Took;

/**
 * Finds out when a slow volume has recovered: by probes that reach its device, and nothing else.
 *
 * <p>What a client writes does not tell, since it goes to the page cache. So while a volume of a
 * type is slow, each of them is probed, and the slow one is taken back when its probes take no
 * longer than a multiple of those of its peers. Peers are at work: the best of their recent probes
 * counts, and of the slow one the usual. That needs no client, so the state ends where nothing is
 * written, too.
 *
 * <p>Runs on the volume's own thread, which a device may keep waiting.
 */
public final class RecoveryWatch {
  private static final Logger LOG = LoggerFactory.getLogger(RecoveryWatch.class);

  /** A result that is older than this many intervals is not compared with. */
  private static final int RECENT_INTERVALS = 12;

  /** By this the interval is divided for the rest in which the file system allocates the file. */
  private static final int READY_AFTER = 4;

  /** A probe of a volume's device. */
  public interface DeviceProbe {
    /**
     * Returns what it took; null if this one only made ready for the next.
     *
     * @throws IOException if it failed, which tells nothing of how fast the device is
     */
    @Nullable Took run() throws IOException;

    /** None will follow for now: leaves nothing behind. */
    default void end() throws IOException {}
  }

  private final String name;
  private final VolumeTraffic volume;
  private final Supplier<List<VolumeTraffic>> ofItsType;
  private final DeviceProbe probe;
  private final LongSupplier nanoClock;
  private boolean isProbing;
  private long dueNanos;

  /** At first it may be what a process before this one left behind. */
  private boolean mayHaveLeft = true;

  private boolean hasFailed;

  /**
   * @param ofItsType all volumes of its type that are open, itself among them
   */
  public RecoveryWatch(
      String name,
      VolumeTraffic volume,
      Supplier<List<VolumeTraffic>> ofItsType,
      DeviceProbe probe,
      LongSupplier nanoClock) {
    this.name = name;
    this.volume = volume;
    this.ofItsType = ofItsType;
    this.probe = probe;
    this.nanoClock = nanoClock;
  }

  /** Probes the volume if that is due, and takes it back if it has recovered. */
  public void runIfDue() {
    List<VolumeTraffic> all = ofItsType.get();
    Terms terms =
        all.stream()
            .map(one -> one.recovery().terms())
            .filter(Objects::nonNull)
            .findFirst()
            .orElse(null);
    long nowNanos = nanoClock.getAsLong();
    try {
      if (terms == null) {
        end();
      } else if (!isProbing || nowNanos - dueNanos >= 0) {
        isProbing = true;
        mayHaveLeft = true;
        dueNanos = nowNanos + terms.intervalNanos();
        probe(all, terms);
        hasFailed = false;
      }
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      // The thread has more to do for the volume; a probe's buffer may find no direct memory
      if (!hasFailed) {
        LOG.warn("A probe of how fast volume {} is failed", name, e);
      }
      hasFailed = true;
    }
  }

  private void end() throws IOException {
    isProbing = false;
    if (mayHaveLeft) {
      mayHaveLeft = false;
      probe.end();
    }
  }

  private void probe(List<VolumeTraffic> all, Terms terms) throws IOException {
    Took took = probe.run();
    long nowNanos = nanoClock.getAsLong();
    if (took == null) {
      dueNanos = nowNanos + terms.intervalNanos() / READY_AFTER;
      return;
    }
    Recovery recovery = volume.recovery();
    recovery.add(nowNanos, took);
    Took usual = recovery.usual();
    if (recovery.terms() == null || usual == null) {
      return;
    }
    List<VolumeTraffic> inService =
        all.stream().filter(one -> one != volume && !one.isSlow()).toList();
    List<Took> known =
        inService.stream()
            .filter(one -> !one.isHung())
            .map(one -> one.recovery().best(nowNanos - RECENT_INTERVALS * terms.intervalNanos()))
            .filter(Objects::nonNull)
            .toList();
    if (inService.isEmpty() || (!known.isEmpty() && isNear(usual, Recovery.median(known), terms))) {
      recovery.end();
      volume.setSlow(false);
      LOG.info(
          "Volume {} has recovered: {} ms for small synced writes and {} ms for a large one",
          name,
          usual.smallNanos() / 1_000_000,
          usual.largeNanos() / 1_000_000);
    }
  }

  private static boolean isNear(Took one, Took peers, Terms terms) {
    return one.smallNanos() <= terms.factor() * peers.smallNanos()
        && one.largeNanos() <= terms.factor() * peers.largeNanos();
  }
}
