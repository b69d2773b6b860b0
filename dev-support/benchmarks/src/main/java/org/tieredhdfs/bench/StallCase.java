package org.tieredhdfs.bench;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.media.device.Hang;

/**
 * One case of the stall benchmark.
 *
 * @param name in the report
 * @param fault what happens to the slow volume
 * @param companion what goes on at the same time
 * @param load what clients do
 */
record StallCase(String name, Fault fault, CompanionKind companion, Load load) {
  static final String BASE = "no-freeze";

  /** What happens to the slow volume. */
  enum Fault {
    NONE(null),
    /** Writes hang in the kernel, reads go on. */
    FREEZE(Hang.WRITES),
    /** Reads of what is not cached hang, of directories, too; writes go on. */
    READS_HANG(Hang.READS),
    /** Both hang, and nothing of the volume is cached. */
    HANG(Hang.ALL);

    private final @Nullable Hang hang;

    Fault(@Nullable Hang hang) {
      this.hang = hang;
    }

    /** Which requests of the device hang; null for none. */
    @Nullable Hang hang() {
      return hang;
    }

    /** Whether what is read has to come from the device. */
    boolean needsEmptyCache() {
      return hang != null && hang != Hang.WRITES;
    }
  }

  /** What else goes on in the cluster. */
  enum CompanionKind {
    NONE,
    REREPLICATION,
    MOVER,
    BLOCK_REPORT
  }

  /**
   * What clients do.
   *
   * @param fastWriters threads that write to the fast volume, and as many that read from it
   * @param fastIntervalMs pace of each
   * @param fastBytes size of their files
   * @param slowWriters threads that write to the slow volume; half as many read from it
   * @param slowIntervalMs pace of each
   * @param slowBytes size of their files
   */
  record Load(
      int fastWriters,
      long fastIntervalMs,
      int fastBytes,
      int slowWriters,
      long slowIntervalMs,
      int slowBytes) {
    static final Load USUAL = new Load(1, 10, 64 << 10, 3, 200, 256 << 10);
    static final Load LIGHT = new Load(1, 100, 64 << 10, 1, 500, 256 << 10);
    static final Load HEAVY = new Load(4, 20, 256 << 10, 12, 50, 1 << 20);
  }

  static List<StallCase> all() {
    List<StallCase> cases = new ArrayList<>();
    cases.add(new StallCase(BASE, Fault.NONE, CompanionKind.NONE, Load.USUAL));
    for (Fault fault : List.of(Fault.FREEZE, Fault.HANG)) {
      String name = fault == Fault.FREEZE ? "freeze" : "hang";
      cases.add(new StallCase(name, fault, CompanionKind.NONE, Load.USUAL));
      cases.add(
          new StallCase(name + "-rereplication", fault, CompanionKind.REREPLICATION, Load.USUAL));
      cases.add(new StallCase(name + "-mover", fault, CompanionKind.MOVER, Load.USUAL));
      cases.add(
          new StallCase(name + "-block-report", fault, CompanionKind.BLOCK_REPORT, Load.USUAL));
    }
    cases.add(new StallCase("reads-hang", Fault.READS_HANG, CompanionKind.NONE, Load.USUAL));
    cases.add(
        new StallCase(
            "reads-hang-block-report", Fault.READS_HANG, CompanionKind.BLOCK_REPORT, Load.USUAL));
    cases.add(new StallCase("light-load", Fault.NONE, CompanionKind.NONE, Load.LIGHT));
    cases.add(new StallCase("heavy-load", Fault.NONE, CompanionKind.NONE, Load.HEAVY));
    cases.add(
        new StallCase("heavy-load-freeze", Fault.FREEZE, CompanionKind.REREPLICATION, Load.HEAVY));
    return List.copyOf(cases);
  }

  static List<String> names() {
    return all().stream().map(StallCase::name).toList();
  }

  /** Whether its latency is compared with that of the case without a freeze. */
  boolean isCompared() {
    return fault != Fault.NONE && load.equals(Load.USUAL);
  }
}
