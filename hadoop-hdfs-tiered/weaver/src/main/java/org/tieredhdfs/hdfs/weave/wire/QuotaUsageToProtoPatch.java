package org.tieredhdfs.hdfs.weave.wire;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import net.bytebuddy.asm.Advice;
import org.apache.hadoop.fs.QuotaUsage;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.StorageTypeQuotaInfosProto;
import org.tieredhdfs.hdfs.peers.ShownMessages;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.weave.AdvicePatch;

/** Keeps the quotas of custom types where a stock peer does not take them for those of DISK. */
public final class QuotaUsageToProtoPatch extends AdvicePatch {
  public QuotaUsageToProtoPatch() {
    super(
        PatchPoint.QUOTA_USAGE_TO_PROTO,
        named("getBuilder").and(takesArguments(QuotaUsage.class)),
        Inlined.class,
        ShownMessages.class);
  }

  /** The code that is inlined into the stock method. */
  static final class Inlined {
    private Inlined() {}

    @Advice.OnMethodExit
    @SuppressWarnings("UnusedVariable") // inlined: the assignment sets the return value
    static void exit(@Advice.Return(readOnly = false) StorageTypeQuotaInfosProto.Builder result) {
      result = ShownMessages.show(result);
    }
  }
}
