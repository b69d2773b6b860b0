package org.tieredhdfs.hdfs.datanode.lock;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.hdfs.datanode.schedule.Schedules;

/** Whatever the schedule, one mutation of a block runs at a time, and leaves no lock behind. */
@Tag("schedules")
@Tag("slow")
class LockSchedulesTest {
  private static final BlockOperation.Kind ADD = new BlockOperation.Kind("add", false, false);
  private static final BlockOperation.Kind STOP = new BlockOperation.Kind("stop", true, false);

  /** Two numbers that only the block's lock keeps together. */
  public static class OneBlock {
    private final IndependentLockManager locks = new IndependentLockManager(60_000);
    private int first;
    private int second;

    long lockedBlock() {
      return 1;
    }

    @Operation
    public int add() {
      try (BlockOperation operation = locks.begin(ADD, "BP", lockedBlock(), () -> false)) {
        return increment(operation);
      }
    }

    /** A mutation that lets others in while it waits for a writer. */
    @Operation
    public int stopAndAdd() {
      try (BlockOperation operation = locks.begin(STOP, "BP", 1, () -> false)) {
        operation.pause();
        operation.resume();
        return increment(operation);
      }
    }

    private int increment(BlockOperation operation) {
      first++;
      second++;
      return first == second && locks.current() == operation ? second : -1;
    }
  }

  /** Takes the lock of another block. */
  public static class WrongLock extends OneBlock {
    @Override
    long lockedBlock() {
      return 2;
    }
  }

  @Test
  void mutationsOfABlockComeOneAfterTheOther() {
    Schedules.explore(OneBlock.class);
  }

  @Test
  void aPlantedRaceIsFound() {
    assertThatThrownBy(() -> Schedules.explore(WrongLock.class))
        .isInstanceOf(LincheckAssertionError.class);
  }
}
