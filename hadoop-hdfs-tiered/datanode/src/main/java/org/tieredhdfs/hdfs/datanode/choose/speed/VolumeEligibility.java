package org.tieredhdfs.hdfs.datanode.choose.speed;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The state of a volume: in service, excluded, or being probed.
 *
 * <pre>
 *            far slower than its peers            probe interval over, one block
 *   IN_SERVICE ----------------------> DROPPED ---------------------------------> PROBED
 *       ^                                 ^                                        | |
 *       |                                 +---- probe finished, still slow --------+ |
 *       +-------------------- probe finished, near enough to its peers --------------+
 * </pre>
 *
 * Thread-safe: choosing threads race for the one probe, the judge sees one state at a time.
 */
public final class VolumeEligibility {
  /** The probe interval doubles this many times at most. */
  private static final int MAX_DOUBLINGS = 2;

  public enum State {
    IN_SERVICE,
    DROPPED,
    PROBED
  }

  /**
   * A state and what goes with it.
   *
   * @param sinceNanos when it was entered
   * @param slowProbes how many probes in a row found the volume slow
   */
  public record Phase(State state, long sinceNanos, int slowProbes) {}

  /** A started probe, and the previous state. */
  public record Probe(Phase before, Phase taken) {}

  private final LatencySettings settings;
  private final AtomicReference<Phase> phase =
      new AtomicReference<>(new Phase(State.IN_SERVICE, 0, 0));
  private final AtomicInteger drops = new AtomicInteger();
  private final AtomicInteger probes = new AtomicInteger();

  public VolumeEligibility(LatencySettings settings) {
    this.settings = settings;
  }

  public Phase phase() {
    return Objects.requireNonNull(phase.get());
  }

  public boolean isInService() {
    return phase().state == State.IN_SERVICE;
  }

  public boolean isProbeDue(long nowNanos) {
    return isProbeDue(phase(), nowNanos);
  }

  private boolean isProbeDue(Phase now, long nowNanos) {
    return now.state == State.DROPPED
        && nowNanos - now.sinceNanos
            >= settings.probeIntervalNanos() << Math.min(now.slowProbes, MAX_DOUBLINGS);
  }

  /**
   * Starts the probe that is due.
   *
   * @return the probe; null if another thread has it
   */
  public @Nullable Probe takeProbe(long nowNanos) {
    Phase dropped = phase();
    Phase probed = new Phase(State.PROBED, nowNanos, dropped.slowProbes);
    return isProbeDue(dropped, nowNanos) && phase.compareAndSet(dropped, probed)
        ? new Probe(dropped, probed)
        : null;
  }

  /** Returns a probe for which the volume was not chosen after all. */
  public void giveBack(Probe probe) {
    phase.compareAndSet(probe.taken, probe.before);
  }

  public void drop(long nowNanos) {
    drops.incrementAndGet();
    phase.set(new Phase(State.DROPPED, nowNanos, 0));
  }

  public void probeFailed(long nowNanos) {
    probes.incrementAndGet();
    phase.set(new Phase(State.DROPPED, nowNanos, phase().slowProbes + 1));
  }

  public void takeBack(long nowNanos) {
    probes.incrementAndGet();
    phase.set(new Phase(State.IN_SERVICE, nowNanos, 0));
  }

  /** How many times it was excluded. */
  public int drops() {
    return drops.get();
  }

  /** The number of probes judged. */
  public int probes() {
    return probes.get();
  }
}
