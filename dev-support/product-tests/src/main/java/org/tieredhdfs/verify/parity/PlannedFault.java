package org.tieredhdfs.verify.parity;

/** When and for how long a fault of a schedule is there. */
public interface PlannedFault {
  /** What goes wrong. */
  Enum<?> kind();

  /** After one of whose operations it begins. */
  int client();

  /** The number of that operation. */
  int operation();

  /** Whether the client goes on only when the fault is over. */
  boolean isAwaited();

  /** Until it ends. */
  int durationMs();
}
