package org.tieredhdfs.hdfs.weave.wire;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import net.bytebuddy.asm.Advice;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.LocatedBlockProto;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.peers.ShownMessages;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.weave.AdvicePatch;

/** Takes the true types of located blocks instead of the aliases. */
public final class LocatedBlockFromProtoPatch extends AdvicePatch {
  public LocatedBlockFromProtoPatch() {
    super(
        PatchPoint.LOCATED_BLOCK_FROM_PROTO,
        named("convertLocatedBlockProto").and(takesArguments(LocatedBlockProto.class)),
        Inlined.class,
        ShownMessages.class);
  }

  /** The code that is inlined into the stock method. */
  static final class Inlined {
    private Inlined() {}

    @Advice.OnMethodEnter
    @SuppressWarnings("UnusedVariable") // inlined: the assignment sets the argument
    static void enter(
        @Advice.Argument(value = 0, readOnly = false) @Nullable LocatedBlockProto message) {
      message = ShownMessages.restore(message);
    }
  }
}
