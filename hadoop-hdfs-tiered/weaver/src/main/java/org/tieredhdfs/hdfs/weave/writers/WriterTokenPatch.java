package org.tieredhdfs.hdfs.weave.writers;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import net.bytebuddy.asm.Advice;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier.AccessMode;
import org.tieredhdfs.hdfs.peers.StorageCourier;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.weave.AdvicePatch;

/** Puts the chosen storages into what a writer hands back. */
public final class WriterTokenPatch extends AdvicePatch {
  public WriterTokenPatch() {
    super(
        PatchPoint.WRITER_TOKEN,
        named("setBlockToken").and(takesArguments(LocatedBlock.class, AccessMode.class)),
        Inlined.class,
        StorageCourier.class);
  }

  /** The code that is inlined into the stock method. */
  static final class Inlined {
    private Inlined() {}

    @Advice.OnMethodExit
    static void exit(@Advice.Argument(0) LocatedBlock block, @Advice.Argument(1) AccessMode mode) {
      StorageCourier.load(block, mode);
    }
  }
}
