package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.FinalizedReplica;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInfo;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.hdfs.datanode.schedule.Schedules;

/** Whatever the schedule, a replica is left out of reports as long as it is to be deleted. */
@Tag("schedules")
@Tag("slow")
class DeletionSchedulesTest {
  private static final String POOL = "BP-1";

  /** Lincheck runs into a recursion where a hash code is that of the class above. */
  private static final class Known extends FinalizedReplica {
    Known() {
      super(1, 1, 1, null, new File("none"));
    }

    @Override
    public int hashCode() {
      return 1;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Known;
    }
  }

  /** A replica whose deletion is ordered more than once; some orders cannot be handed on. */
  public static class OneReplica {
    private final ReplicaInfo replica = new Known();
    private final OrderedDeletions deletions =
        new OrderedDeletions(
            new ReplicaMap() {
              @Override
              ReplicaInfo get(String pool, Block block) {
                return replica;
              }
            });
    private final AtomicInteger begun = new AtomicInteger();
    private final AtomicInteger running = new AtomicInteger();
    private volatile boolean isHanded;

    /** Returns whether it is left out, as nobody tells that the deletion has ended. */
    @Operation
    public boolean hand() throws IOException {
      isHanded = true;
      begin().delete(block -> {});
      running.decrementAndGet();
      return isLeftOut();
    }

    /** Returns whether it is left out though no order is left. */
    @Operation
    public boolean fail() {
      letGo(begin());
      boolean areNoOthers = running.decrementAndGet() == 0;
      int before = begun.get();
      boolean isLeftOut = isLeftOut();
      return areNoOthers && isLeftOut && !isHanded && begun.get() == before;
    }

    private OrderedDeletions.Batch begin() {
      begun.incrementAndGet();
      running.incrementAndGet();
      return deletions.order(POOL, List.of(replica));
    }

    void letGo(OrderedDeletions.Batch batch) {
      batch.letGo();
    }

    void forget() {
      deletions.ended(new ExtendedBlock(POOL, replica));
    }

    private boolean isLeftOut() {
      return deletions.ordered(POOL).test(replica);
    }
  }

  /** Lets the orders of others go with its own. */
  public static class ForAll extends OneReplica {
    @Override
    void letGo(OrderedDeletions.Batch batch) {
      forget();
    }
  }

  @Test
  void anOrderIsKeptUntilAllThatHaveItLetItGo() {
    Schedules.explore(OneReplica.class);
  }

  @Test
  void aPlantedRaceIsFound() {
    assertThatThrownBy(() -> Schedules.explore(ForAll.class))
        .isInstanceOf(LincheckAssertionError.class);
  }
}
