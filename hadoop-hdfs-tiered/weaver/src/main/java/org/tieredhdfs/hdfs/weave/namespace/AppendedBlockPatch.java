package org.tieredhdfs.hdfs.weave.namespace;

import static net.bytebuddy.matcher.ElementMatchers.named;

import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockCollection;
import org.apache.hadoop.hdfs.server.blockmanagement.ReplicasToDelete;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.weave.AdvicePatch;

/** Takes back the choice of surplus replicas when their block is about to be appended to. */
public final class AppendedBlockPatch extends AdvicePatch {
  public AppendedBlockPatch() {
    super(
        PatchPoint.APPENDED_BLOCK,
        named("convertLastBlockToUnderConstruction"),
        Inlined.class,
        ReplicasToDelete.class);
  }

  /** The code that is inlined into the stock method. */
  static final class Inlined {
    private Inlined() {}

    @Advice.OnMethodExit
    static void exit(
        @Advice.FieldValue(value = "excessRedundancyMap", typing = Assigner.Typing.DYNAMIC)
            Object surplus,
        @Advice.Argument(0) BlockCollection file,
        @Advice.Return LocatedBlock toAppendTo) {
      if (toAppendTo != null) {
        ReplicasToDelete.takeBack(surplus, file);
      }
    }
  }
}
