package org.tieredhdfs.bench.failslow;

import java.nio.file.Path;
import java.util.Map;
import org.tieredhdfs.bench.failslow.client.OperationKind;
import org.tieredhdfs.bench.write.process.Request;

/**
 * What clients do, at a steady pace. Immutable.
 *
 * @param recordBytes size of a record of a file
 * @param recordsOfAFile after which a writer goes on with another file
 * @param keptFiles of a writer; older ones are read again and deleted
 * @param moves whether closed files are renamed to where another policy applies
 * @param users by the kind of what they do
 */
record FailSlowLoad(
    int recordBytes,
    int recordsOfAFile,
    int keptFiles,
    boolean moves,
    Map<OperationKind, Threads> users) {
  /** A few users of each kind, far from what the devices can do. */
  static final FailSlowLoad USUAL =
      new FailSlowLoad(
          1_024,
          500,
          1_000,
          false,
          Map.of(
              OperationKind.PUT, new Threads(4, 20),
              OperationKind.HFLUSH, new Threads(3, 20),
              OperationKind.HSYNC, new Threads(1, 100),
              OperationKind.READ, new Threads(3, 20),
              OperationKind.OTHER_HFLUSH, new Threads(2, 20),
              OperationKind.OTHER_READ, new Threads(2, 20)));

  /** 64 writers on two media, half of them with syncs, readers, scans, and files that are moved. */
  static final FailSlowLoad HEAVY =
      new FailSlowLoad(
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

  /** Where what clients of a case use is. */
  static final String TABLE = "failslow";

  static final String ROOT = "/failslow";
  static final String OTHER_ROOT = "/other";
  static final String MOVED = "/moved";

  private static final int FILES = 20;
  private static final int FILE_BYTES = 4 << 20;

  /**
   * Threads that do the same.
   *
   * @param count how many there are
   * @param intervalMs from one operation of a thread to its next
   */
  record Threads(int count, long intervalMs) {
    static final Threads NONE = new Threads(0, 1_000);
  }

  FailSlowLoad {
    users = Map.copyOf(users);
  }

  Threads threads(OperationKind kind) {
    return users.getOrDefault(kind, Threads.NONE);
  }

  /** The command that makes the files of one of the directories. */
  static Request fill(String directory) {
    return Request.of("fill")
        .with("path", directory + "/read")
        .with("files", FILES)
        .with("bytes", FILE_BYTES);
  }

  /**
   * The command that starts all users.
   *
   * @param log takes what they did
   */
  Request start(Path log) {
    Request request =
        fill(ROOT)
            .with("path", ROOT)
            .with("otherPath", OTHER_ROOT)
            .with("renamedTo", moves ? MOVED : "-")
            .with("table", TABLE)
            .with("log", log)
            .with("recordBytes", recordBytes)
            .with("recordsOfAFile", recordsOfAFile)
            .with("keptFiles", keptFiles);
    request = new Request("start", request.words());
    for (OperationKind kind : OperationKind.values()) {
      request =
          request
              .with(kind.word() + "s", threads(kind).count())
              .with(kind.word() + "Ms", threads(kind).intervalMs());
    }
    return request;
  }
}
