package org.tieredhdfs.hdfs.weave.volumes;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArgument;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import org.apache.hadoop.hdfs.net.Peer;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.BlockTransfers;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.weave.AdvicePatch;

/** Lists a writer of a block from its request to its end, whatever that is. */
public final class WriteTransferPatch extends AdvicePatch {
  public WriteTransferPatch() {
    super(
        PatchPoint.WRITE_TRANSFER,
        named("writeBlock")
            .and(takesArguments(19))
            .and(takesArgument(3, String.class))
            .and(takesArgument(8, int.class)),
        Inlined.class,
        BlockTransfers.class);
  }

  /** The code that is inlined into the stock method. */
  static final class Inlined {
    private Inlined() {}

    @Advice.OnMethodEnter
    static void enter(
        @Advice.This(typing = Assigner.Typing.DYNAMIC) Object xceiver,
        @Advice.FieldValue("peer") Peer peer,
        @Advice.Argument(0) ExtendedBlock block,
        @Advice.Argument(3) String clientName,
        @Advice.Argument(8) int pipelineSize) {
      BlockTransfers.beginWrite(xceiver, peer, block, clientName, pipelineSize);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class)
    static void exit() {
      BlockTransfers.end();
    }
  }
}
