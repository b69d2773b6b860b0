package org.tieredhdfs.hdfs.weave.wire;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import net.bytebuddy.asm.Advice;
import org.apache.hadoop.hdfs.protocol.proto.DatanodeProtocolProtos.DatanodeRegistrationProto;
import org.apache.hadoop.hdfs.server.protocol.DatanodeRegistration;
import org.tieredhdfs.hdfs.agree.HandshakeBridge;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.weave.AdvicePatch;

/** Adds a DataNode's table of storage types to its registration. */
public final class RegistrationPatch extends AdvicePatch {
  public RegistrationPatch() {
    super(
        PatchPoint.REGISTRATION,
        named("convert").and(takesArguments(DatanodeRegistration.class)),
        Inlined.class,
        HandshakeBridge.class);
  }

  /** The code that is inlined into the stock method. */
  static final class Inlined {
    private Inlined() {}

    @Advice.OnMethodExit
    static void exit(@Advice.Return(readOnly = false) DatanodeRegistrationProto result) {
      result = HandshakeBridge.sign(result);
    }
  }
}
