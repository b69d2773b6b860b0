package org.tieredhdfs.hdfs.weave.wire;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import net.bytebuddy.asm.Advice;
import org.apache.hadoop.hdfs.protocol.proto.HdfsServerProtos.BlockWithLocationsProto;
import org.apache.hadoop.hdfs.server.protocol.BlocksWithLocations.BlockWithLocations;
import org.tieredhdfs.hdfs.peers.ShownReplicas;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.weave.AdvicePatch;

/** Shows a stock balancer the aliases of custom types. */
public final class BalancerBlockToProtoPatch extends AdvicePatch {
  public BalancerBlockToProtoPatch() {
    super(
        PatchPoint.BALANCER_BLOCK_TO_PROTO,
        named("convert").and(takesArguments(BlockWithLocations.class)),
        Inlined.class,
        ShownReplicas.class);
  }

  /** The code that is inlined into the stock method. */
  static final class Inlined {
    private Inlined() {}

    @Advice.OnMethodExit
    @SuppressWarnings("UnusedVariable") // inlined: the assignment sets the return value
    static void exit(@Advice.Return(readOnly = false) BlockWithLocationsProto result) {
      result = ShownReplicas.show(result);
    }
  }
}
