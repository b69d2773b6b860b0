package org.tieredhdfs.hdfs.weave.health;

import static net.bytebuddy.matcher.ElementMatchers.named;

import net.bytebuddy.asm.Advice;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.HealthyReplicas;
import org.apache.hadoop.hdfs.server.blockmanagement.NumberReplicas;
import org.apache.hadoop.hdfs.server.blockmanagement.NumberReplicas.StoredReplicaState;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.weave.AdvicePatch;

/** Counts replicas on volumes that are replaced as being decommissioned. */
public final class ReplicaStatePatch extends AdvicePatch {
  public ReplicaStatePatch() {
    super(
        PatchPoint.REPLICA_STATE,
        named("checkReplicaOnStorage"),
        Inlined.class,
        HealthyReplicas.class);
  }

  /** The code that is inlined into the stock method. */
  static final class Inlined {
    private Inlined() {}

    @Advice.OnMethodExit
    @SuppressWarnings("UnusedVariable") // inlined: the assignment sets the return value
    static void exit(
        @Advice.Argument(0) NumberReplicas counters,
        @Advice.Argument(1) BlockInfo block,
        @Advice.Argument(2) DatanodeStorageInfo storage,
        @Advice.Argument(4) boolean inStartupSafeMode,
        @Advice.Return(readOnly = false) @Nullable StoredReplicaState result) {
      result = HealthyReplicas.state(result, counters, block, storage, inStartupSafeMode);
    }
  }
}
