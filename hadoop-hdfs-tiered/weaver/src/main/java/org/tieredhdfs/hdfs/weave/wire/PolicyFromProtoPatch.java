package org.tieredhdfs.hdfs.weave.wire;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import net.bytebuddy.asm.Advice;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.BlockStoragePolicyProto;
import org.tieredhdfs.hdfs.peers.ShownMessages;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.weave.AdvicePatch;

/** Takes the true types of storage policies instead of the aliases. */
public final class PolicyFromProtoPatch extends AdvicePatch {
  public PolicyFromProtoPatch() {
    super(
        PatchPoint.POLICY_FROM_PROTO,
        named("convert").and(takesArguments(BlockStoragePolicyProto.class)),
        Inlined.class,
        ShownMessages.class);
  }

  /** The code that is inlined into the stock method. */
  static final class Inlined {
    private Inlined() {}

    @Advice.OnMethodEnter
    @SuppressWarnings("UnusedVariable") // inlined: the assignment sets the argument
    static void enter(
        @Advice.Argument(value = 0, readOnly = false) BlockStoragePolicyProto message) {
      message = ShownMessages.restore(message);
    }
  }
}
