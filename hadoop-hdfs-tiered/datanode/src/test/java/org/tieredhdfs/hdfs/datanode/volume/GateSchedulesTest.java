package org.tieredhdfs.hdfs.datanode.volume;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.hdfs.datanode.schedule.Schedules;
import org.tieredhdfs.hdfs.datanode.volume.speed.IoClass;

/** Whatever the schedule, nobody is inside a pool that was closed and found empty. */
@Tag("schedules")
@Tag("slow")
class GateSchedulesTest {
  private static final String POOL = "BP-1";

  /** One pool, which is used and closed. */
  public static class OnePool {
    private final OperationGate gate = new OperationGate();
    private volatile boolean isClosed;
    private volatile boolean isFoundEmpty;

    /** Returns 0 if it is refused, and less if the pool counted as empty meanwhile. */
    @Operation
    public int use() {
      InFlight operation = new InFlight("create", IoClass.OPERATION, 0, POOL, gate);
      try {
        enter(operation);
      } catch (IOException e) {
        return 0;
      }
      int result = isFoundEmpty ? -1 : 1;
      operation.close();
      return result;
    }

    void enter(InFlight operation) throws IOException {
      gate.enter(operation, true);
    }

    @Operation
    public void close() throws InterruptedException {
      isClosed = true;
      gate.closePool(POOL);
      isFoundEmpty = gate.drainPool(POOL, 0).isEmpty();
    }
  }

  /** Looks whether the pool is closed before it is seen to be inside. */
  public static class LookThenEnter extends OnePool {
    @Override
    void enter(InFlight operation) throws IOException {
      if (super.isClosed) {
        throw new IOException("closed");
      }
      super.gate.enter(operation, false);
    }
  }

  @Test
  void nobodyIsInsideAClosedPoolThatWasFoundEmpty() {
    Schedules.explore(OnePool.class);
  }

  @Test
  void aPlantedRaceIsFound() {
    assertThatThrownBy(() -> Schedules.explore(LookThenEnter.class))
        .isInstanceOf(LincheckAssertionError.class);
  }
}
