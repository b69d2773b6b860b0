package org.tieredhdfs.hdfs.weave.wire;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import net.bytebuddy.asm.Advice;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.StorageReportProto;
import org.apache.hadoop.hdfs.server.protocol.StorageReport;
import org.tieredhdfs.hdfs.health.StorageReportBridge;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.weave.AdvicePatch;

/** Takes the health of a volume from the report of its room. */
public final class StorageReportFromProtoPatch extends AdvicePatch {
  public StorageReportFromProtoPatch() {
    super(
        PatchPoint.STORAGE_REPORT_FROM_PROTO,
        named("convert").and(takesArguments(StorageReportProto.class)),
        Inlined.class,
        StorageReportBridge.class);
  }

  /** The code that is inlined into the stock method. */
  static final class Inlined {
    private Inlined() {}

    @Advice.OnMethodExit
    @SuppressWarnings("UnusedVariable") // inlined: the assignment sets the return value
    static void exit(
        @Advice.Argument(0) StorageReportProto message,
        @Advice.Return(readOnly = false) StorageReport result) {
      result = StorageReportBridge.hear(message, result);
    }
  }
}
