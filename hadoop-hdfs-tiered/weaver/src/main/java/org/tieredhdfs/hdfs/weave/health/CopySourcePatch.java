package org.tieredhdfs.hdfs.weave.health;

import static net.bytebuddy.matcher.ElementMatchers.named;

import net.bytebuddy.asm.Advice;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.HealthyReplicas;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.weave.AdvicePatch;

/** Copies from volumes that are avoided only where there is no other replica. */
public final class CopySourcePatch extends AdvicePatch {
  public CopySourcePatch() {
    super(
        PatchPoint.COPY_SOURCE,
        named("chooseSourceDatanodes"),
        Inlined.class,
        HealthyReplicas.class);
  }

  /** The code that is inlined into the stock method. */
  static final class Inlined {
    private Inlined() {}

    @Advice.OnMethodExit
    @SuppressWarnings("UnusedVariable") // inlined: the assignment sets the return value
    static void exit(
        @Advice.This BlockManager blocks,
        @Advice.Argument(0) BlockInfo block,
        @Advice.Argument(7) int priority,
        @Advice.Return(readOnly = false) DatanodeDescriptor[] result) {
      result = HealthyReplicas.source(blocks, block, result, priority);
    }
  }
}
