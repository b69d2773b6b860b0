package org.tieredhdfs.hdfs.weave.health;

import static net.bytebuddy.matcher.ElementMatchers.named;

import java.util.List;
import net.bytebuddy.asm.Advice;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeManager;
import org.tieredhdfs.hdfs.health.LocatedOrder;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.weave.AdvicePatch;

/** Puts replicas on volumes that are avoided last when blocks are located. */
public final class LocatedOrderPatch extends AdvicePatch {
  public LocatedOrderPatch() {
    super(PatchPoint.LOCATED_ORDER, named("sortLocatedBlocks"), Inlined.class, LocatedOrder.class);
  }

  /** The code that is inlined into the stock method. */
  static final class Inlined {
    private Inlined() {}

    @Advice.OnMethodExit
    static void exit(
        @Advice.This DatanodeManager nodes, @Advice.Argument(1) List<LocatedBlock> blocks) {
      LocatedOrder.avoidedLast(nodes, blocks);
    }
  }
}
