package org.tieredhdfs.bench.failslow;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One case of the benchmark.
 *
 * @param name in the report
 * @param fault what happens
 * @param medium that the fault hits: of the write-ahead log, and of most users' files
 * @param dataNodes how many the cluster has; null for as many as asked for
 * @param walProvider of HBase: {@code asyncfs}, its default, or {@code filesystem}
 * @param load what clients do
 * @param isFalseAlarm whether it shows that nobody is cut off or excluded without need
 */
record FailSlowCase(
    String name,
    FailSlowFault fault,
    FailSlowMedium medium,
    @Nullable Integer dataNodes,
    String walProvider,
    FailSlowLoad load,
    boolean isFalseAlarm) {
  static final String ASYNC = "asyncfs";
  static final String PIPELINE = "filesystem";

  private static final List<FailSlowCase> ALL =
      List.of(
          usual("no-fault", FailSlowFault.NONE, FailSlowMedium.SSD),
          usual("wal-hang-ram", FailSlowFault.HANG, FailSlowMedium.RAM),
          usual("wal-hang-ssd", FailSlowFault.HANG, FailSlowMedium.SSD),
          usual("wal-hang-disk", FailSlowFault.HANG, FailSlowMedium.DISK),
          usual("reads-hang", FailSlowFault.READS_HANG, FailSlowMedium.SSD),
          usual("slow-10x", FailSlowFault.SLOW, FailSlowMedium.SSD),
          usual("stutter", FailSlowFault.STUTTER, FailSlowMedium.SSD),
          new FailSlowCase(
              "wal-hang-ssd-pipeline",
              FailSlowFault.HANG,
              FailSlowMedium.SSD,
              null,
              PIPELINE,
              FailSlowLoad.USUAL,
              false),
          new FailSlowCase(
              "wal-hang-ssd-3-nodes",
              FailSlowFault.HANG,
              FailSlowMedium.SSD,
              3,
              ASYNC,
              FailSlowLoad.USUAL,
              false),
          falseAlarm("no-fault-heavy", FailSlowFault.NONE, FailSlowLoad.HEAVY),
          falseAlarm("node-slow-10x", FailSlowFault.SLOW_NODE, FailSlowLoad.USUAL),
          falseAlarm("machine-pause", FailSlowFault.PAUSE, FailSlowLoad.USUAL));

  private static FailSlowCase usual(String name, FailSlowFault fault, FailSlowMedium medium) {
    return new FailSlowCase(name, fault, medium, null, ASYNC, FailSlowLoad.USUAL, false);
  }

  private static FailSlowCase falseAlarm(String name, FailSlowFault fault, FailSlowLoad load) {
    return new FailSlowCase(name, fault, FailSlowMedium.SSD, null, ASYNC, load, true);
  }

  static List<FailSlowCase> all() {
    return ALL;
  }

  static List<String> names() {
    return ALL.stream().map(FailSlowCase::name).toList();
  }

  /** The case of a name in a report. */
  static FailSlowCase named(String name) {
    return ALL.stream()
        .filter(one -> one.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("there is no case '" + name + "'"));
  }

  /** The medium of everything else: of HFiles, and of users that the fault should not reach. */
  FailSlowMedium otherMedium() {
    if (load.moves()) {
      return FailSlowMedium.DISK;
    }
    return medium == FailSlowMedium.RAM ? FailSlowMedium.SSD : FailSlowMedium.RAM;
  }
}
