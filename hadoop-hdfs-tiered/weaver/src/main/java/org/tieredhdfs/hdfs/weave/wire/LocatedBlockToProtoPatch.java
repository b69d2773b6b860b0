package org.tieredhdfs.hdfs.weave.wire;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import net.bytebuddy.asm.Advice;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.LocatedBlockProto;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.peers.ShownMessages;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.weave.AdvicePatch;

/** Shows stock peers the aliases of custom types in located blocks. */
public final class LocatedBlockToProtoPatch extends AdvicePatch {
  public LocatedBlockToProtoPatch() {
    super(
        PatchPoint.LOCATED_BLOCK_TO_PROTO,
        named("convertLocatedBlock").and(takesArguments(LocatedBlock.class)),
        Inlined.class,
        ShownMessages.class);
  }

  /** The code that is inlined into the stock method. */
  static final class Inlined {
    private Inlined() {}

    @Advice.OnMethodExit
    @SuppressWarnings("UnusedVariable") // inlined: the assignment sets the return value
    static void exit(@Advice.Return(readOnly = false) @Nullable LocatedBlockProto result) {
      result = ShownMessages.show(result);
    }
  }
}
