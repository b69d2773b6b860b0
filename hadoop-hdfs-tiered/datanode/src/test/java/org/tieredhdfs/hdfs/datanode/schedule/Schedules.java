package org.tieredhdfs.hdfs.datanode.schedule;

import static org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt.forClasses;

import java.util.List;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;

/**
 * Explores how the operations of a class may interleave, by Lincheck's model checker: random
 * operations in two threads, and for each choice of them many schedules. What they return must be
 * what they return in some order one after the other, and nobody may wait forever.
 */
public final class Schedules {
  private static final int CHOICES = 10;
  private static final int SCHEDULES = Integer.getInteger("test.schedules", 2_000);

  /** Seen by one thread, or changed by none; the fewer steps are followed, the faster it is. */
  private static final List<String> UNSHARED =
      List.of("java.util.ImmutableCollections", "java.util.List", "java.util.ArrayList");

  private Schedules() {}

  /**
   * Explores a class whose methods are annotated as operations.
   *
   * @throws org.jetbrains.lincheck.LincheckAssertionError with the schedule that shows a race
   */
  public static void explore(Class<?> operations) {
    new ModelCheckingOptions()
        .iterations(CHOICES)
        .invocationsPerIteration(SCHEDULES / CHOICES)
        .threads(2)
        .actorsBefore(0)
        .actorsPerThread(2)
        .actorsAfter(1)
        .minimizeFailedScenario(false)
        .addGuarantee(forClasses(Schedules::isUnshared).allMethods().ignore())
        .check(operations);
  }

  private static boolean isUnshared(String name) {
    return UNSHARED.stream().anyMatch(name::startsWith);
  }
}
