package org.tieredhdfs.hdfs.weave.wire;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import net.bytebuddy.asm.Advice;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.StorageTypesProto;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.peers.ShownMessages;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.weave.AdvicePatch;

/** Shows stock peers the aliases of custom types in storage policies. */
public final class PolicyToProtoPatch extends AdvicePatch {
  public PolicyToProtoPatch() {
    super(
        PatchPoint.POLICY_TO_PROTO,
        named("convert").and(takesArguments(StorageType[].class)),
        Inlined.class,
        ShownMessages.class);
  }

  /** The code that is inlined into the stock method. */
  static final class Inlined {
    private Inlined() {}

    @Advice.OnMethodExit
    @SuppressWarnings("UnusedVariable") // inlined: the assignment sets the return value
    static void exit(@Advice.Return(readOnly = false) @Nullable StorageTypesProto result) {
      result = ShownMessages.show(result);
    }
  }
}
