package org.tieredhdfs.hdfs.weave.receive;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.namedOneOf;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.io.IOException;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import net.bytebuddy.matcher.ElementMatcher;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.Status;
import org.apache.hadoop.hdfs.server.datanode.BatchReceiver;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.weave.AdvicePatch;

/** Acknowledges a packet in the receiving thread, if that is the last of a pipeline. */
public final class EnqueueAckPatch extends AdvicePatch {
  public EnqueueAckPatch() {
    super(
        PatchPoint.ENQUEUE_ACK,
        named("enqueue").and(takesArguments(4)),
        Inlined.class,
        BatchReceiver.class);
  }

  /** How stock takes turns in sending, and when it takes a packet from the queue. */
  @Override
  public ElementMatcher<? super MethodDescription> reliesOn() {
    return namedOneOf(
        "run",
        "sendOOBResponse",
        "sendAckUpstream",
        "sendAckUpstreamUnprotected",
        "waitForAckHead",
        "removeAckHead",
        "close");
  }

  /** The code that is inlined into the stock method. */
  static final class Inlined {
    private Inlined() {}

    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    static boolean enter(
        @Advice.This(typing = Assigner.Typing.DYNAMIC) Object responder,
        @Advice.FieldValue(value = "this$0", typing = Assigner.Typing.DYNAMIC) Object receiver,
        @Advice.Argument(0) long seqno,
        @Advice.Argument(1) boolean last,
        @Advice.Argument(2) long offset,
        @Advice.Argument(3) Status status)
        throws IOException {
      return BatchReceiver.acknowledge(responder, receiver, seqno, last, offset, status);
    }
  }
}
