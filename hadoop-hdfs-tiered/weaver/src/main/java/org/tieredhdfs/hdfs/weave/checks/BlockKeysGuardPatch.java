package org.tieredhdfs.hdfs.weave.checks;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArgument;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import net.bytebuddy.asm.Advice;
import org.apache.hadoop.hdfs.protocol.proto.NamenodeProtocolProtos.GetBlockKeysRequestProto;
import org.apache.hadoop.hdfs.server.namenode.StockMovers;
import org.apache.hadoop.hdfs.server.protocol.NamenodeProtocol;
import org.apache.hadoop.thirdparty.protobuf.ServiceException;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.weave.AdvicePatch;

/** Turns a Mover or Balancer with stock jars away before it moves anything. */
public final class BlockKeysGuardPatch extends AdvicePatch {
  public BlockKeysGuardPatch() {
    super(
        PatchPoint.BLOCK_KEYS_GUARD,
        named("getBlockKeys")
            .and(takesArguments(2))
            .and(takesArgument(1, GetBlockKeysRequestProto.class)),
        Inlined.class,
        StockMovers.class);
  }

  /** The code that is inlined into the stock method. */
  static final class Inlined {
    private Inlined() {}

    @Advice.OnMethodEnter
    static void enter(
        @Advice.FieldValue("impl") NamenodeProtocol server,
        @Advice.Argument(1) GetBlockKeysRequestProto request)
        throws ServiceException {
      StockMovers.admit(server, request);
    }
  }
}
