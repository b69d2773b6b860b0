package org.tieredhdfs.hdfs.weave.receive;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.io.DataInputStream;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import org.apache.hadoop.hdfs.server.datanode.BatchReceiver;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.weave.AdvicePatch;

/** Lends a receiver a buffer for packets, and takes it back whatever came of the block. */
public final class ReceiveBlockPatch extends AdvicePatch {
  public ReceiveBlockPatch() {
    super(
        PatchPoint.RECEIVE_BLOCK,
        named("receiveBlock").and(takesArguments(7)),
        Inlined.class,
        BatchReceiver.class);
  }

  /** The code that is inlined into the stock method. */
  static final class Inlined {
    private Inlined() {}

    @Advice.OnMethodEnter
    static void enter(
        @Advice.This(typing = Assigner.Typing.DYNAMIC) Object receiver,
        @Advice.FieldValue("in") DataInputStream in) {
      BatchReceiver.begin(receiver, in);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class)
    static void exit(@Advice.FieldValue("in") DataInputStream in) {
      BatchReceiver.end(in);
    }
  }
}
