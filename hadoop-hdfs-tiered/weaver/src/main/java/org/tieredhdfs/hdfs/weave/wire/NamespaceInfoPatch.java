package org.tieredhdfs.hdfs.weave.wire;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import net.bytebuddy.asm.Advice;
import org.apache.hadoop.hdfs.protocol.proto.HdfsServerProtos.NamespaceInfoProto;
import org.apache.hadoop.hdfs.server.protocol.NamespaceInfo;
import org.tieredhdfs.hdfs.agree.HandshakeBridge;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.weave.AdvicePatch;

/** Has a NameNode tell its DataNodes that it knows custom storage types. */
public final class NamespaceInfoPatch extends AdvicePatch {
  public NamespaceInfoPatch() {
    super(
        PatchPoint.NAMESPACE_INFO,
        named("convert").and(takesArguments(NamespaceInfo.class)),
        Inlined.class,
        HandshakeBridge.class);
  }

  /** The code that is inlined into the stock method. */
  static final class Inlined {
    private Inlined() {}

    @Advice.OnMethodExit
    static void exit(@Advice.Return(readOnly = false) NamespaceInfoProto result) {
      result = HandshakeBridge.tell(result);
    }
  }
}
