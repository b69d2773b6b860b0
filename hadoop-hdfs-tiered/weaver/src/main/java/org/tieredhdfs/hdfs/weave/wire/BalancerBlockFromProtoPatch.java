package org.tieredhdfs.hdfs.weave.wire;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import net.bytebuddy.asm.Advice;
import org.apache.hadoop.hdfs.protocol.proto.HdfsServerProtos.BlockWithLocationsProto;
import org.tieredhdfs.hdfs.peers.ShownReplicas;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.weave.AdvicePatch;

/** Takes the true types of the replicas that a NameNode lists for a balancer. */
public final class BalancerBlockFromProtoPatch extends AdvicePatch {
  public BalancerBlockFromProtoPatch() {
    super(
        PatchPoint.BALANCER_BLOCK_FROM_PROTO,
        named("convert").and(takesArguments(BlockWithLocationsProto.class)),
        Inlined.class,
        ShownReplicas.class);
  }

  /** The code that is inlined into the stock method. */
  static final class Inlined {
    private Inlined() {}

    @Advice.OnMethodEnter
    @SuppressWarnings("UnusedVariable") // inlined: the assignment sets the argument
    static void enter(
        @Advice.Argument(value = 0, readOnly = false) BlockWithLocationsProto message) {
      message = ShownReplicas.restore(message);
    }
  }
}
