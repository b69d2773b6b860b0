package org.tieredhdfs.hdfs.weave.writers;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArgument;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import net.bytebuddy.asm.Advice;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier;
import org.apache.hadoop.security.token.Token;
import org.tieredhdfs.hdfs.peers.StorageCourier;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.weave.AdvicePatch;

/** Copies a replica to the storage that the NameNode chose for a replacement. */
public final class CopiedStoragePatch extends AdvicePatch {
  public CopiedStoragePatch() {
    super(
        PatchPoint.COPIED_STORAGE,
        named("transferBlock").and(takesArguments(6)).and(takesArgument(5, String[].class)),
        Inlined.class,
        StorageCourier.class);
  }

  /** The code that is inlined into the stock method. */
  static final class Inlined {
    private Inlined() {}

    @Advice.OnMethodEnter
    @SuppressWarnings("UnusedVariable") // inlined: the assignment sets the argument
    static void enter(
        @Advice.Argument(1) Token<BlockTokenIdentifier> token,
        @Advice.Argument(3) DatanodeInfo[] targets,
        @Advice.Argument(value = 5, readOnly = false) String[] ids) {
      ids = StorageCourier.storagesOf(token, targets, ids);
    }
  }
}
