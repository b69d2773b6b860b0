package org.tieredhdfs.verify.parity.hbase;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.tieredhdfs.verify.parity.Schedule;
import org.tieredhdfs.verify.parity.hbase.TableStep.Kind;

/** Makes the schedules that are played on HBase of both sides. */
final class TableSchedule {
  private static final List<ServerFault.Kind> FAULTS = List.of(ServerFault.Kind.values());
  private static final List<Kind> LOADS =
      List.of(Kind.LOAD, Kind.LOAD, Kind.LOAD_UNKNOWN_FAMILY, Kind.LOAD_VANISHED, Kind.LOAD_MISFIT);
  private static final List<Kind> OF_SNAPSHOTS =
      List.of(Kind.CLONE, Kind.SCAN_SNAPSHOT, Kind.RESTORE);
  private static final int CLIENTS = 2;
  private static final int MAX_PUTS = 150;
  private static final int MAX_REST_MS = 1_000;
  private static final int MIN_FAULT_MS = 2_000;
  private static final int MAX_FAULT_MS = 8_000;

  private TableSchedule() {}

  /** The schedule that follows from a seed. */
  static Schedule<TableStep, ServerFault> random(long seed, int faults) {
    SplittableRandom random = new SplittableRandom(seed);
    List<List<TableStep>> scripts = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      scripts.add(script(random));
    }
    List<ServerFault> chosen = new ArrayList<>();
    for (int i = 0; i < faults; i++) {
      int client = random.nextInt(CLIENTS);
      chosen.add(
          new ServerFault(
              one(FAULTS, random),
              client,
              random.nextInt(scripts.get(client).size() / 2),
              random.nextInt(4) == 0,
              random.nextInt(MIN_FAULT_MS, MAX_FAULT_MS),
              random.nextInt(1 << 10)));
    }
    return new Schedule<>(seed, scripts, chosen);
  }

  private static <T> T one(List<T> all, SplittableRandom random) {
    return all.get(random.nextInt(all.size()));
  }

  /** One split or merge at most: regions that refer to others refuse the next. */
  private static List<TableStep> script(SplittableRandom random) {
    List<TableStep> script = new ArrayList<>();
    put(script, random);
    script.add(TableStep.of(Kind.FLUSH));
    boolean hasOldRegions = true;
    for (int groups = 4 + random.nextInt(3); groups > 0; groups--) {
      put(script, random);
      switch (random.nextInt(8)) {
        case 0 -> script.add(TableStep.of(Kind.FLUSH));
        case 1 -> {
          script.add(TableStep.of(Kind.FLUSH));
          script.add(TableStep.of(random.nextBoolean() ? Kind.COMPACT : Kind.MAJOR_COMPACT));
        }
        case 2 -> script.add(new TableStep(Kind.DELETE, 1 + random.nextInt(MAX_PUTS)));
        case 3, 4 ->
            script.add(
                new TableStep(
                    one(LOADS, random),
                    random.nextInt(TableClient.ROWS - TableClient.LOADED_ROWS)));
        case 5, 6 -> {
          script.add(TableStep.of(Kind.SNAPSHOT));
          put(script, random);
          for (int uses = 1 + random.nextInt(2); uses > 0; uses--) {
            script.add(TableStep.of(one(OF_SNAPSHOTS, random)));
          }
        }
        default -> {
          int chance = hasOldRegions ? random.nextInt(4) : 4;
          hasOldRegions &= chance == 0;
          script.add(
              TableStep.of(
                  switch (chance) {
                    case 0 -> Kind.TRUNCATE;
                    case 1, 2 -> Kind.SPLIT;
                    case 3 -> Kind.MERGE;
                    default -> Kind.MOVE;
                  }));
        }
      }
      switch (random.nextInt(4)) {
        case 0 -> script.add(TableStep.of(Kind.SCAN));
        case 1 -> script.add(new TableStep(Kind.GET, 1 + random.nextInt(10)));
        case 2 -> script.add(new TableStep(Kind.REST, 1 + random.nextInt(MAX_REST_MS)));
        default -> {}
      }
    }
    return script;
  }

  private static void put(List<TableStep> script, SplittableRandom random) {
    script.add(new TableStep(Kind.PUT, 1 + random.nextInt(MAX_PUTS)));
  }
}
