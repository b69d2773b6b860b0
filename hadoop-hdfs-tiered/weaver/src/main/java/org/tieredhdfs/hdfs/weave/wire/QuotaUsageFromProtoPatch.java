package org.tieredhdfs.hdfs.weave.wire;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import net.bytebuddy.asm.Advice;
import org.apache.hadoop.fs.QuotaUsage;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.StorageTypeQuotaInfosProto;
import org.tieredhdfs.hdfs.peers.ShownMessages;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.weave.AdvicePatch;

/** Finds the quotas of custom types beside those of the stock ones. */
public final class QuotaUsageFromProtoPatch extends AdvicePatch {
  public QuotaUsageFromProtoPatch() {
    super(
        PatchPoint.QUOTA_USAGE_FROM_PROTO,
        named("addStorageTypes")
            .and(takesArguments(StorageTypeQuotaInfosProto.class, QuotaUsage.Builder.class)),
        Inlined.class,
        ShownMessages.class);
  }

  /** The code that is inlined into the stock method. */
  static final class Inlined {
    private Inlined() {}

    @Advice.OnMethodEnter
    @SuppressWarnings("UnusedVariable") // inlined: the assignment sets the argument
    static void enter(
        @Advice.Argument(value = 0, readOnly = false) StorageTypeQuotaInfosProto message) {
      message = ShownMessages.restore(message);
    }
  }
}
