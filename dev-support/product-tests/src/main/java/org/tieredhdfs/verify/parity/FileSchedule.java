package org.tieredhdfs.verify.parity;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.tieredhdfs.verify.parity.ClientStep.Kind;
import org.tieredhdfs.verify.parity.ClientStep.Sync;

/** Makes the schedules that are played on HDFS. */
final class FileSchedule {
  private static final List<Sync> SYNCS = List.of(Sync.values());
  private static final int CLIENTS = 3;
  private static final int MAX_WRITE_BYTES = 700 << 10;
  private static final int MAX_ENTRY_BYTES = 60 << 10;
  private static final int MAX_REST_MS = 1_200;

  private static final List<Fault.Kind> FAULTS = List.of(Fault.Kind.values());
  private static final int SHORT_MS = 6_000;
  private static final int LONG_MS = 12_000;
  private static final int LONGEST_COMMIT_MS = 40_000;
  private static final int LONGEST_MS = 120_000;
  private static final int MB = 1 << 20;
  private static final int PLACE = 100_000;
  private static final int MB_FOR_A_SMALL_FILE = 30;

  /** 2 minutes for 900 MB. */
  private static final int SLOW_MS_FOR_A_MB = 133;

  private FileSchedule() {}

  /** The schedule that follows from a seed. */
  static Schedule<ClientStep, Fault> random(long seed, int faults) {
    SplittableRandom random = new SplittableRandom(seed);
    List<List<ClientStep>> scripts = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      scripts.add(script(random));
    }
    List<Fault> chosen = new ArrayList<>();
    for (int i = 0; i < faults; i++) {
      chosen.add(fault(random, scripts));
    }
    return new Schedule<>(seed, scripts, chosen);
  }

  private static List<ClientStep> script(SplittableRandom random) {
    List<ClientStep> script = new ArrayList<>();
    for (int files = 2 + random.nextInt(2); files > 0; files--) {
      if (random.nextInt(8) == 0) {
        striped(script, random);
        continue;
      }
      if (random.nextInt(6) == 0) {
        log(script, random);
        continue;
      }
      script.add(ClientStep.of(Kind.CREATE, random.nextInt(4) == 0 ? 2 : 3));
      writes(script, random);
      int end = random.nextInt(4);
      if (end < 2) {
        // what nobody waited for is still on its way
        script.add(ClientStep.of(Kind.REST, 1_500));
        script.add(ClientStep.of(end == 0 ? Kind.ABANDON : Kind.LEAVE));
        script.add(ClientStep.of(Kind.RECOVER));
      } else {
        script.add(ClientStep.of(Kind.CLOSE));
      }
      for (int more = random.nextInt(4); more > 0; more--) {
        switch (random.nextInt(9)) {
          case 0 -> {
            script.add(ClientStep.of(Kind.APPEND));
            writes(script, random);
            script.add(ClientStep.of(Kind.CLOSE));
          }
          case 1 -> script.add(ClientStep.of(Kind.TRUNCATE, 1 + random.nextInt(999)));
          case 2 -> script.add(ClientStep.of(Kind.READ));
          case 3 -> script.add(ClientStep.of(Kind.CONCAT, 1 + random.nextInt(MAX_WRITE_BYTES)));
          case 4 -> script.add(ClientStep.of(Kind.SNAPSHOT));
          case 5 -> script.add(ClientStep.of(Kind.SET_REPLICAS, 1 + random.nextInt(3)));
          case 6 -> script.add(ClientStep.of(Kind.SET_POLICY));
          default -> script.add(ClientStep.of(Kind.READ_AT, random.nextInt(1_000)));
        }
      }
    }
    return script;
  }

  /** Neither flushed nor opened again: HDFS has none of it for such files. */
  private static void striped(List<ClientStep> script, SplittableRandom random) {
    script.add(ClientStep.of(Kind.CREATE_STRIPED));
    for (int left = 1 + random.nextInt(4); left > 0; left--) {
      script.add(ClientStep.of(Kind.WRITE, 1 + random.nextInt(MAX_WRITE_BYTES)));
    }
    script.add(ClientStep.of(Kind.CLOSE));
    script.add(ClientStep.of(Kind.READ));
  }

  /** As a RegionServer does it: small entries, each of which is waited for. */
  private static void log(List<ClientStep> script, SplittableRandom random) {
    script.add(ClientStep.of(Kind.CREATE_LOG, 3));
    Sync sync = random.nextBoolean() ? Sync.HFLUSH : Sync.HSYNC;
    for (int left = 3 + random.nextInt(12); left > 0; left--) {
      script.add(new ClientStep(Kind.WRITE, 1 + random.nextInt(MAX_ENTRY_BYTES), sync));
      script.add(ClientStep.of(Kind.REST, 1 + random.nextInt(MAX_REST_MS / 4)));
    }
    if (random.nextBoolean()) {
      script.add(ClientStep.of(Kind.CLOSE));
    } else {
      script.add(ClientStep.of(Kind.LEAVE));
      script.add(ClientStep.of(Kind.RECOVER));
    }
    script.add(ClientStep.of(Kind.READ));
  }

  /** As one writer of logs, tables or files does it: with the same kind of sync each time. */
  private static void writes(List<ClientStep> script, SplittableRandom random) {
    Sync sync = SYNCS.get(random.nextInt(SYNCS.size()));
    for (int left = 1 + random.nextInt(4); left > 0; left--) {
      script.add(new ClientStep(Kind.WRITE, 1 + random.nextInt(MAX_WRITE_BYTES), sync));
      switch (random.nextInt(4)) {
        case 0 -> script.add(ClientStep.of(Kind.READ));
        case 1 -> script.add(ClientStep.of(Kind.REST, 1 + random.nextInt(MAX_REST_MS)));
        default -> {}
      }
    }
  }

  /** A fault that fits to scripts: where it begins, its replica is in the state it needs. */
  private static Fault fault(SplittableRandom random, List<List<ClientStep>> scripts) {
    Fault.Kind kind = FAULTS.get(random.nextInt(FAULTS.size()));
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
  private static boolean fits(Fault.Kind kind, ClientStep last) {
    return switch (kind) {
      case FLIP_WRITTEN, FLIP_STOPPED -> last.kind() == Kind.WRITE && last.sync() != Sync.NONE;
      case FLIP_FINALIZED -> last.kind() == Kind.CLOSE;
      default -> last.kind() == Kind.WRITE;
    };
  }

  private static Fault.Scope scope(Fault.Kind kind, SplittableRandom random) {
    int chance = random.nextInt(4);
    return switch (kind) {
      case FLIP_WRITTEN, FLIP_FINALIZED -> Fault.Scope.VOLUME;
      case FLIP_STOPPED, KILL, RESTART, PAUSE, POWER_CUT ->
          chance == 0 ? Fault.Scope.CLUSTER : Fault.Scope.NODE;
      case NAMENODE -> Fault.Scope.CLUSTER;
      case ERRORS, ERRORS_ONCE, READ_ONLY -> chance == 0 ? Fault.Scope.NODE : Fault.Scope.VOLUME;
      case HANG_READS, HANG_WRITES, HANG_FLUSHES, HANG, SLOW, FULL ->
          chance == 0 ? Fault.Scope.CLUSTER : chance == 1 ? Fault.Scope.NODE : Fault.Scope.VOLUME;
    };
  }

  private static int durationMs(Fault.Kind kind, SplittableRandom random) {
    int chance = random.nextInt(20);
    if (chance == 18 && kind == Fault.Kind.HANG_FLUSHES) {
      return LONGEST_COMMIT_MS;
    }
    int longestMs =
        chance < 14 ? SHORT_MS : chance == 19 && kind == Fault.Kind.PAUSE ? LONGEST_MS : LONG_MS;
    return 1_000 + random.nextInt(longestMs - 1_000);
  }

  /** One flipped bit: see {@link Scenario#LOSS}. */
  static Schedule<ClientStep, Fault> loss(long seed) {
    List<ClientStep> script =
        List.of(
            ClientStep.of(Kind.CREATE_LARGE, 3),
            new ClientStep(Kind.WRITE, MB, Sync.HSYNC),
            ClientStep.of(Kind.RECOVER),
            ClientStep.of(Kind.READ));
    Fault fault =
        new Fault(Fault.Kind.FLIP_STOPPED, Fault.Scope.CLUSTER, 0, 1, true, 1_000, 0, PLACE);
    return new Schedule<>(seed, List.of(script), List.of(fault));
  }

  /**
   * Disks that are 20 times slower.
   *
   * @param mb of the large file; for each 30 there is a small one
   */
  static Schedule<ClientStep, Fault> refusal(long seed, int mb) {
    List<ClientStep> large =
        List.of(
            ClientStep.of(Kind.CREATE_LARGE, 3),
            new ClientStep(Kind.WRITE, mb * MB, Sync.HSYNC),
            ClientStep.of(Kind.CLOSE));
    List<ClientStep> small = new ArrayList<>();
    for (int left = mb; left > 0; left -= MB_FOR_A_SMALL_FILE) {
      small.add(ClientStep.of(Kind.CREATE, 3));
      small.add(new ClientStep(Kind.WRITE, MB, Sync.HFLUSH));
      small.add(ClientStep.of(Kind.CLOSE));
    }
    Fault fault =
        new Fault(
            Fault.Kind.SLOW, Fault.Scope.CLUSTER, 0, 0, false, mb * SLOW_MS_FOR_A_MB, 0, 20 - 2);
    return new Schedule<>(seed, List.of(large, small), List.of(fault));
  }
}
