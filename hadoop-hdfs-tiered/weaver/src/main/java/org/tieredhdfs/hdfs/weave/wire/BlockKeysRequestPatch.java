package org.tieredhdfs.hdfs.weave.wire;

import static net.bytebuddy.matcher.ElementMatchers.isTypeInitializer;

import net.bytebuddy.asm.Advice;
import org.apache.hadoop.hdfs.protocol.proto.NamenodeProtocolProtos.GetBlockKeysRequestProto;
import org.tieredhdfs.hdfs.peers.MoverMark;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.weave.AdvicePatch;

/** Marks the request with which a Mover or Balancer begins: it knows custom storage types. */
public final class BlockKeysRequestPatch extends AdvicePatch {
  public BlockKeysRequestPatch() {
    super(PatchPoint.BLOCK_KEYS_REQUEST, isTypeInitializer(), Inlined.class, MoverMark.class);
  }

  /** The code that is inlined into the stock method. */
  static final class Inlined {
    private Inlined() {}

    @Advice.OnMethodExit
    @SuppressWarnings("UnusedVariable") // inlined: the assignment sets a field
    static void exit(
        @Advice.FieldValue(value = "VOID_GET_BLOCKKEYS_REQUEST", readOnly = false)
            GetBlockKeysRequestProto request) {
      request = MoverMark.on(request);
    }
  }
}
