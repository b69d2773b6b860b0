package org.tieredhdfs.verify.parity;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tieredhdfs.verify.fixture.KnownRows;

/**
 * What one play of a schedule came to.
 *
 * @param side whose daemons
 * @param operations what clients did, in the order of their scripts
 * @param files what was left of them
 * @param servingMs until all volumes served again, from the end of the last fault on
 * @param faults what was hit, or why nothing was
 */
public record PlayResult(
    String side, List<Done> operations, List<Kept> files, long servingMs, List<String> faults) {
  private static final int MAX_NAMED = 3;

  /** Of a cluster on which not all volumes served within the time that they are given. */
  public static final long NEVER_MS = 600_000;

  public PlayResult {
    operations = List.copyOf(operations);
    files = List.copyOf(files);
    faults = List.copyOf(faults);
  }

  /**
   * One operation.
   *
   * @param name client, number and what it was
   * @param isInFault whether it began before the end of all faults was ordered
   * @param ms it took
   * @param lengthBytes of the file behind it, if it is known; else -1
   * @param failure why it failed, else empty
   */
  public record Done(String name, boolean isInFault, long ms, long lengthBytes, String failure) {
    /** Its number. */
    String client() {
      return name.split("\\.", 2)[0];
    }

    boolean hasFailed() {
      return !failure.isEmpty();
    }
  }

  /**
   * One file.
   *
   * @param name of it
   * @param keptBytes that can be read
   * @param lost a sentence if something is not there that was promised
   * @param wrong a sentence if something is there that was never written
   */
  public record Kept(String name, long keptBytes, String lost, String wrong) {
    /** The rows of a table. */
    public static Kept of(String name, KnownRows.Found found) {
      return new Kept(name, found.kept(), first(found.lost()), first(found.wrong()));
    }

    private static String first(List<String> all) {
      return all.isEmpty()
          ? ""
          : all.size()
              + " rows: "
              + String.join("; ", all.subList(0, Math.min(MAX_NAMED, all.size())));
    }

    boolean isOf(String client) {
      return name.startsWith("c" + client + "-");
    }

    /**
     * With one for each log, however often it was rolled.
     *
     * @param rolled what a name has behind it for each time
     */
    static List<Kept> ofRolledLogs(List<Kept> files, String rolled) {
      Map<String, Kept> byName = new LinkedHashMap<>();
      for (Kept file : files) {
        String name = file.name.replace(rolled, "");
        byName.merge(
            name,
            new Kept(name, file.keptBytes, file.lost, file.wrong),
            (a, b) ->
                new Kept(name, a.keptBytes + b.keptBytes, a.lost + b.lost, a.wrong + b.wrong));
      }
      return List.copyOf(byName.values());
    }
  }

  /** How many failed; of a log that took the place of another, the end does not count. */
  long failed() {
    return operations.stream()
        .filter(one -> one.hasFailed() && !one.name().contains(ScriptedClient.ROLLED))
        .count();
  }

  long keptBytes() {
    return files.stream().mapToLong(Kept::keptBytes).sum();
  }

  long longestMs() {
    return operations.stream().mapToLong(Done::ms).max().orElse(0);
  }
}
