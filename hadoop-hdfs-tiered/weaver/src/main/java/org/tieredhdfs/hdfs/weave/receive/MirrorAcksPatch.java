package org.tieredhdfs.hdfs.weave.receive;

import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.util.Queue;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import org.apache.hadoop.hdfs.server.datanode.MirrorAcks;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.weave.AdvicePatch;

/** Buffers the acknowledgements that a DataNode inside a pipeline passes on. */
public final class MirrorAcksPatch extends AdvicePatch {
  public MirrorAcksPatch() {
    super(
        PatchPoint.MIRROR_ACKS,
        isConstructor().and(takesArguments(4)),
        Inlined.class,
        MirrorAcks.class);
  }

  /** The code that is inlined into the stock constructor. */
  static final class Inlined {
    private Inlined() {}

    @Advice.OnMethodEnter
    static void enter(
        @Advice.Argument(value = 0, typing = Assigner.Typing.DYNAMIC) Object receiver,
        @Advice.Argument(value = 1, readOnly = false) DataOutputStream upstream,
        @Advice.Argument(value = 2, readOnly = false) DataInputStream downstream) {
      downstream = MirrorAcks.buffered(receiver, downstream);
      upstream = MirrorAcks.joining(upstream, downstream);
    }

    @Advice.OnMethodExit
    static void exit(
        @Advice.This(typing = Assigner.Typing.DYNAMIC) Runnable responder,
        @Advice.FieldValue("upstreamOut") DataOutputStream upstream,
        @Advice.FieldValue("ackQueue") Queue<?> queue) {
      MirrorAcks.join(responder, upstream, queue);
    }
  }
}
