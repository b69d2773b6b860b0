package org.tieredhdfs.hdfs.weave.checks;

import static net.bytebuddy.matcher.ElementMatchers.named;

import net.bytebuddy.asm.Advice;
import org.apache.hadoop.hdfs.protocol.proto.DatanodeProtocolProtos.HeartbeatRequestProto;
import org.tieredhdfs.hdfs.agree.HandshakeBridge;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.weave.AdvicePatch;

/** Reads no storages of a DataNode that has yet to register. */
public final class UnregisteredHeartbeatPatch extends AdvicePatch {
  public UnregisteredHeartbeatPatch() {
    super(
        PatchPoint.UNREGISTERED_HEARTBEAT,
        named("sendHeartbeat"),
        Inlined.class,
        HandshakeBridge.class);
  }

  /** The code that is inlined into the stock method. */
  static final class Inlined {
    private Inlined() {}

    @Advice.OnMethodEnter
    @SuppressWarnings("UnusedVariable") // inlined: the assignment sets the argument
    static void enter(
        @Advice.Argument(value = 1, readOnly = false) HeartbeatRequestProto heartbeat) {
      heartbeat = HandshakeBridge.readable(heartbeat);
    }
  }
}
