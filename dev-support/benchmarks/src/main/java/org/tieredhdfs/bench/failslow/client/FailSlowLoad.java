package org.tieredhdfs.bench.failslow.client;

import java.util.Map;

/**
 * What clients do, at a steady pace. Immutable.
 *
 * @param name in requests
 * @param recordBytes size of a record of a file
 * @param recordsOfAFile after which a writer goes on with another file
 * @param keptFiles of a writer; older ones are read again and deleted
 * @param moves whether closed files are renamed to where another policy applies
 * @param users by the kind of what they do
 */
public record FailSlowLoad(
    String name,
    int recordBytes,
    int recordsOfAFile,
    int keptFiles,
    boolean moves,
    Map<OperationKind, Threads> users) {
  /** A few users of each kind, far from what the devices and two slow processors can do. */
  public static final FailSlowLoad USUAL =
      new FailSlowLoad(
          "usual",
          1_024,
          500,
          1_000,
          false,
          Map.of(
              OperationKind.PUT, new Threads(4, 50),
              OperationKind.HFLUSH, new Threads(3, 50),
              OperationKind.HSYNC, new Threads(1, 250),
              OperationKind.READ, new Threads(3, 50),
              OperationKind.OTHER_HFLUSH, new Threads(2, 50),
              OperationKind.OTHER_READ, new Threads(2, 50)));

  /** 64 writers on two media, half of them with syncs, readers, scans, and files that are moved. */
  public static final FailSlowLoad HEAVY =
      new FailSlowLoad(
          "heavy",
          16 << 10,
          64,
          8,
          true,
          Map.of(
              OperationKind.PUT, new Threads(4, 40),
              OperationKind.SCAN, new Threads(2, 500),
              OperationKind.HFLUSH, new Threads(16, 250),
              OperationKind.HSYNC, new Threads(16, 250),
              OperationKind.READ, new Threads(4, 50),
              OperationKind.OTHER_HFLUSH, new Threads(16, 250),
              OperationKind.OTHER_HSYNC, new Threads(16, 250),
              OperationKind.OTHER_READ, new Threads(4, 50)));

  /** Where what clients of a case use is: on the medium under test, and on another. */
  public static final String ROOT = "/failslow";

  public static final String OTHER_ROOT = "/other";
  public static final String MOVED = "/moved";

  /**
   * Threads that do the same.
   *
   * @param count how many there are
   * @param intervalMs from one operation of a thread to its next
   */
  public record Threads(int count, long intervalMs) {
    private static final Threads NONE = new Threads(0, 1_000);
  }

  public FailSlowLoad {
    users = Map.copyOf(users);
  }

  static FailSlowLoad named(String name) {
    return name.equals(HEAVY.name) ? HEAVY : USUAL;
  }

  public Threads threads(OperationKind kind) {
    return users.getOrDefault(kind, Threads.NONE);
  }
}
