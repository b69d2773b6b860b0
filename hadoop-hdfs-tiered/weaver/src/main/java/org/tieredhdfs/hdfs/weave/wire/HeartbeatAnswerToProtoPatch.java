package org.tieredhdfs.hdfs.weave.wire;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import net.bytebuddy.asm.Advice;
import org.apache.hadoop.hdfs.protocol.proto.HdfsServerProtos.NNHAStatusHeartbeatProto;
import org.apache.hadoop.hdfs.server.protocol.NNHAStatusHeartbeat;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.health.HeartbeatAnswerBridge;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.weave.AdvicePatch;

/** Tells a DataNode how many others answer, with the answer to its heartbeat. */
public final class HeartbeatAnswerToProtoPatch extends AdvicePatch {
  public HeartbeatAnswerToProtoPatch() {
    super(
        PatchPoint.HEARTBEAT_ANSWER_TO_PROTO,
        named("convert").and(takesArguments(NNHAStatusHeartbeat.class)),
        Inlined.class,
        HeartbeatAnswerBridge.class);
  }

  /** The code that is inlined into the stock method. */
  static final class Inlined {
    private Inlined() {}

    @Advice.OnMethodExit
    @SuppressWarnings("UnusedVariable") // inlined: the assignment sets the return value
    static void exit(@Advice.Return(readOnly = false) @Nullable NNHAStatusHeartbeatProto result) {
      result = HeartbeatAnswerBridge.tell(result);
    }
  }
}
