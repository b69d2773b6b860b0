package org.tieredhdfs.verify.parity;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.tieredhdfs.verify.parity.Fault.Kind;
import org.tieredhdfs.verify.parity.Fault.Scope;

/** Chooses a fault that fits to scripts: where it begins, its replica is in the state it needs. */
final class FaultChoice {
  private static final List<Kind> KINDS = List.of(Kind.values());
  private static final int SHORT_MS = 6_000;
  private static final int LONG_MS = 12_000;
  private static final int LONGEST_COMMIT_MS = 40_000;
  private static final int LONGEST_MS = 120_000;

  private FaultChoice() {}

  static Fault of(SplittableRandom random, List<List<ClientStep>> scripts) {
    Kind kind = KINDS.get(random.nextInt(KINDS.size()));
    int client = random.nextInt(scripts.size());
    List<ClientStep> script = scripts.get(client);
    int[] fitting =
        IntStream.range(0, script.size()).filter(i -> fits(kind, script.get(i))).toArray();
    int operation =
        fitting.length == 0
            ? random.nextInt(script.size())
            : fitting[random.nextInt(fitting.length)];
    return new Fault(
        kind,
        scope(kind, random),
        client,
        operation,
        random.nextInt(3) == 0,
        durationMs(kind, random),
        random.nextInt(3),
        random.nextInt(1 << 20));
  }

  /** Whether a fault that begins after this operation finds what it hits. */
  private static boolean fits(Kind kind, ClientStep last) {
    return switch (kind) {
      case FLIP_WRITTEN, FLIP_STOPPED ->
          last.kind() == ClientStep.Kind.WRITE && last.sync() != ClientStep.Sync.NONE;
      case FLIP_FINALIZED -> last.kind() == ClientStep.Kind.CLOSE;
      default -> last.kind() == ClientStep.Kind.WRITE;
    };
  }

  private static Scope scope(Kind kind, SplittableRandom random) {
    int chance = random.nextInt(4);
    return switch (kind) {
      case FLIP_WRITTEN, FLIP_FINALIZED -> Scope.VOLUME;
      case FLIP_STOPPED, KILL, RESTART, PAUSE, POWER_CUT ->
          chance == 0 ? Scope.CLUSTER : Scope.NODE;
      case NAMENODE -> Scope.CLUSTER;
      case ERRORS, ERRORS_ONCE, READ_ONLY -> chance == 0 ? Scope.NODE : Scope.VOLUME;
      case HANG_READS, HANG_WRITES, HANG_FLUSHES, HANG, SLOW, FULL ->
          chance == 0 ? Scope.CLUSTER : chance == 1 ? Scope.NODE : Scope.VOLUME;
    };
  }

  private static int durationMs(Kind kind, SplittableRandom random) {
    int chance = random.nextInt(20);
    if (chance == 18 && kind == Kind.HANG_FLUSHES) {
      return LONGEST_COMMIT_MS;
    }
    int longestMs =
        chance < 14 ? SHORT_MS : chance == 19 && kind == Kind.PAUSE ? LONGEST_MS : LONG_MS;
    return 1_000 + random.nextInt(longestMs - 1_000);
  }
}
