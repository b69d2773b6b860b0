package org.tieredhdfs.verify.parity;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.tieredhdfs.verify.parity.ClientStep.Kind;
import org.tieredhdfs.verify.parity.ClientStep.Sync;

/**
 * What is played on both sides.
 *
 * @param seed of the content of files
 * @param scripts the operations of each client, one after the other
 * @param faults that begin at a given operation
 */
record Schedule(long seed, List<List<ClientStep>> scripts, List<Fault> faults) {
  private static final List<Sync> SYNCS = List.of(Sync.values());
  private static final int CLIENTS = 3;
  private static final int MAX_WRITE_BYTES = 700 << 10;
  private static final int MAX_ENTRY_BYTES = 60 << 10;
  private static final int MAX_REST_MS = 1_200;

  Schedule {
    scripts = scripts.stream().map(List::copyOf).toList();
    faults = List.copyOf(faults);
  }

  /** The schedule that follows from a seed. */
  static Schedule random(long seed, int faults) {
    SplittableRandom random = new SplittableRandom(seed);
    List<List<ClientStep>> scripts = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      scripts.add(script(random));
    }
    List<Fault> chosen = new ArrayList<>();
    for (int i = 0; i < faults; i++) {
      chosen.add(FaultChoice.of(random, scripts));
    }
    return new Schedule(seed, scripts, chosen);
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

  /** Whether what was flushed has to be there afterwards. */
  boolean isFlushPromised() {
    return faults.stream().noneMatch(Fault::losesUnsynced);
  }

  /** All of it, for people. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    for (int client = 0; client < scripts.size(); client++) {
      lines.add("client " + client + ": " + scripts.get(client));
    }
    faults.forEach(fault -> lines.add("fault: " + fault));
    return lines;
  }
}
