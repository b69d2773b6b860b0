package org.tieredhdfs.hdfs.weave.wire;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import net.bytebuddy.asm.Advice;
import org.apache.hadoop.hdfs.protocol.proto.HdfsServerProtos.NNHAStatusHeartbeatProto;
import org.tieredhdfs.hdfs.health.HeartbeatAnswerBridge;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.weave.AdvicePatch;

/** Takes from the answer to a heartbeat how many other DataNodes answer. */
public final class HeartbeatAnswerFromProtoPatch extends AdvicePatch {
  public HeartbeatAnswerFromProtoPatch() {
    super(
        PatchPoint.HEARTBEAT_ANSWER_FROM_PROTO,
        named("convert").and(takesArguments(NNHAStatusHeartbeatProto.class)),
        Inlined.class,
        HeartbeatAnswerBridge.class);
  }

  /** The code that is inlined into the stock method. */
  static final class Inlined {
    private Inlined() {}

    @Advice.OnMethodExit
    static void exit(@Advice.Argument(0) NNHAStatusHeartbeatProto message) {
      HeartbeatAnswerBridge.hear(message);
    }
  }
}
