package org.tieredhdfs.hdfs.weave.checks;

import static net.bytebuddy.matcher.ElementMatchers.named;

import net.bytebuddy.asm.Advice;
import org.apache.hadoop.hdfs.protocol.proto.DatanodeProtocolProtos.RegisterDatanodeRequestProto;
import org.apache.hadoop.thirdparty.protobuf.ServiceException;
import org.tieredhdfs.hdfs.agree.HandshakeBridge;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.weave.AdvicePatch;

/** Compares the table of a DataNode that registers with the NameNode's. */
public final class RegistrationCheckPatch extends AdvicePatch {
  public RegistrationCheckPatch() {
    super(
        PatchPoint.REGISTRATION_CHECK,
        named("registerDatanode"),
        Inlined.class,
        HandshakeBridge.class);
  }

  /** The code that is inlined into the stock method. */
  static final class Inlined {
    private Inlined() {}

    @Advice.OnMethodEnter
    static void enter(@Advice.Argument(1) RegisterDatanodeRequestProto request)
        throws ServiceException {
      HandshakeBridge.requireAgreement(request);
    }
  }
}
