package org.tieredhdfs.hdfs.weave.volumes;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArgument;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.io.IOException;
import java.io.OutputStream;
import net.bytebuddy.asm.Advice;
import org.apache.hadoop.hdfs.net.Peer;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.BlockTransfers;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.weave.AdvicePatch;

/**
 * Lists a reader of a block from its request to its end, whatever that is, or refuses it at once.
 */
public final class ReadTransferPatch extends AdvicePatch {
  public ReadTransferPatch() {
    super(
        PatchPoint.READ_TRANSFER,
        named("readBlock").and(takesArguments(7)).and(takesArgument(2, String.class)),
        Inlined.class,
        BlockTransfers.class);
  }

  /** The code that is inlined into the stock method. */
  static final class Inlined {
    private Inlined() {}

    @Advice.OnMethodEnter
    static void enter(
        @Advice.FieldValue("datanode") DataNode datanode,
        @Advice.FieldValue("peer") Peer peer,
        @Advice.FieldValue("socketOut") OutputStream answers,
        @Advice.Argument(0) ExtendedBlock block,
        @Advice.Argument(2) String clientName)
        throws IOException {
      BlockTransfers.beginRead(datanode, peer, answers, block, clientName);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class)
    static void exit() {
      BlockTransfers.end();
    }
  }
}
