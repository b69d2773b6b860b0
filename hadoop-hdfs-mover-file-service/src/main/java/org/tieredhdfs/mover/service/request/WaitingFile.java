package org.tieredhdfs.mover.service.request;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.mover.api.FileRef;

/**
 * A file that cannot be moved yet. Immutable.
 *
 * @param reason of {@link Why#RETRY}: the name of the {@link org.tieredhdfs.mover.api.Reason};
 *     empty otherwise
 * @param sinceMs since when it waits, in milliseconds since 1970
 * @param nextMs when it is checked without an event, in milliseconds since 1970
 * @param tries how many times it was checked without success
 * @param dueNs {@code nextMs} by the clock that cannot be set, {@link System#nanoTime}
 */
public record WaitingFile(
    FileRef file, Why why, String reason, long sinceMs, long nextMs, int tries, long dueNs) {

  /** What a file waits for. */
  public enum Why {
    /** For its writer to close it. */
    OPEN,
    /** That what went wrong passes. */
    RETRY,
    /** That a rule lets it through, or that an upgrade ends. */
    RULE,
    /** Of a user's directory: for files in it, each of which waits by itself. */
    FILES
  }

  /** What a directory that was walked waits for. */
  public static WaitingFile forItsFiles(FileRef directory) {
    long nowMs = System.currentTimeMillis();
    return new WaitingFile(directory, Why.FILES, "", nowMs, nowMs, 1, System.nanoTime());
  }

  /** The same file, found to wait again: for how long it has waited is known from before. */
  public WaitingFile after(@Nullable WaitingFile before) {
    return before == null || before.why() != why
        ? this
        : new WaitingFile(file, why, reason, before.sinceMs(), nextMs, before.tries() + 1, dueNs);
  }

  /** Whether its path was just looked at: by rules, which hold for paths. */
  public boolean isThere() {
    return why == Why.RULE && reason.isEmpty();
  }

  /** One line for people. */
  public String sentence() {
    Instant next = Instant.ofEpochMilli(nextMs).truncatedTo(ChronoUnit.SECONDS);
    String by = reason.isEmpty() ? "a rule" : "an upgrade";
    return switch (why) {
      case OPEN -> file.path() + ": is open for writing; rechecked when closed, or at " + next;
      case RETRY -> file.path() + ": " + reason + ", failed " + tries + " times; retry at " + next;
      case RULE -> file.path() + ": held back by " + by + "; retry at " + next;
      case FILES -> file.path() + ": waits for files in it";
    };
  }
}
