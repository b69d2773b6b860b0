package org.tieredhdfs.hdfs.weave.volumes;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArgument;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.io.IOException;
import java.io.OutputStream;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.net.Peer;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.datatransfer.BlockConstructionStage;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier;
import org.apache.hadoop.hdfs.server.datanode.BlockTransfers;
import org.apache.hadoop.hdfs.server.datanode.CachingStrategy;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.TransferAdmission;
import org.apache.hadoop.security.token.Token;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.transfer.WriteRequest;
import org.tieredhdfs.hdfs.weave.AdvicePatch;

/**
 * Lists a writer of a block from its request to its end, whatever that is, or refuses it at once.
 */
public final class WriteTransferPatch extends AdvicePatch {
  public WriteTransferPatch() {
    super(
        PatchPoint.WRITE_TRANSFER,
        named("writeBlock")
            .and(takesArguments(19))
            .and(takesArgument(1, StorageType.class))
            .and(takesArgument(3, String.class))
            .and(takesArgument(4, DatanodeInfo[].class))
            .and(takesArgument(7, BlockConstructionStage.class))
            .and(takesArgument(8, int.class))
            .and(takesArgument(13, CachingStrategy.class))
            .and(takesArgument(17, String.class)),
        Inlined.class,
        BlockTransfers.class);
  }

  /** The code that is inlined into the stock method. */
  static final class Inlined {
    private Inlined() {}

    @Advice.OnMethodEnter
    static void enter(
        @Advice.This(typing = Assigner.Typing.DYNAMIC) Object xceiver,
        @Advice.FieldValue("datanode") DataNode datanode,
        @Advice.FieldValue("peer") Peer peer,
        @Advice.FieldValue("socketOut") OutputStream answers,
        @Advice.Argument(0) ExtendedBlock block,
        @Advice.Argument(1) StorageType asked,
        @Advice.Argument(2) Token<BlockTokenIdentifier> token,
        @Advice.Argument(3) String clientName,
        @Advice.Argument(4) DatanodeInfo[] targets,
        @Advice.Argument(7) BlockConstructionStage stage,
        @Advice.Argument(8) int pipelineSize,
        @Advice.Argument(13) CachingStrategy caching,
        @Advice.Argument(17) @Nullable String storageId)
        throws IOException {
      StorageType type = TransferAdmission.written(datanode, asked, token, storageId);
      WriteRequest request =
          new WriteRequest(stage, targets.length, pipelineSize, block.getNumBytes(), caching);
      BlockTransfers.beginWrite(xceiver, datanode, peer, answers, block, type, clientName, request);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class)
    static void exit() {
      BlockTransfers.end();
    }
  }
}
