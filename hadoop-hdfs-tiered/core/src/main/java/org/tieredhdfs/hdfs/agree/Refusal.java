package org.tieredhdfs.hdfs.agree;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * That a NameNode refused a DataNode, and when it is asked again. Immutable.
 *
 * @param sentence the reason
 * @param since when the first of the tries that failed was
 * @param capabilities by which a NameNode that was restarted is recognized
 * @param pauseMs until the next try
 * @param nextMs when that is, by the monotonic clock
 */
public record Refusal(
    String sentence, Instant since, long capabilities, long pauseMs, long nextMs) {
  private static final long FIRST_PAUSE_MS = 1_000;
  private static final long LONGEST_PAUSE_MS = 30_000;

  /**
   * @param last the one before, or null if the NameNode had accepted the DataNode or not been asked
   */
  public static Refusal after(
      @Nullable Refusal last, String sentence, long capabilities, long nowMs) {
    Instant since = last == null ? Instant.now() : last.since;
    long pauseMs =
        last == null || last.capabilities != capabilities
            ? FIRST_PAUSE_MS
            : Math.min(2 * last.pauseMs, LONGEST_PAUSE_MS);
    return new Refusal(sentence, since, capabilities, pauseMs, nowMs + pauseMs);
  }

  /** Whether it is too early to ask the same NameNode again. */
  public boolean isPausing(long capabilitiesNow, long nowMs) {
    return capabilitiesNow == capabilities && nowMs < nextMs;
  }

  @Override
  public String toString() {
    return "since " + since + ": " + sentence;
  }
}
