package org.tieredhdfs.hdfs.weave.wire;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import net.bytebuddy.asm.Advice;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.StorageReportProto;
import org.apache.hadoop.hdfs.server.protocol.StorageReport;
import org.tieredhdfs.hdfs.health.StorageReportBridge;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.weave.AdvicePatch;

/** Sends the health of a volume with the report of its room. */
public final class StorageReportToProtoPatch extends AdvicePatch {
  public StorageReportToProtoPatch() {
    super(
        PatchPoint.STORAGE_REPORT_TO_PROTO,
        named("convert").and(takesArguments(StorageReport.class)),
        Inlined.class,
        StorageReportBridge.class);
  }

  /** The code that is inlined into the stock method. */
  static final class Inlined {
    private Inlined() {}

    @Advice.OnMethodExit
    @SuppressWarnings("UnusedVariable") // inlined: the assignment sets the return value
    static void exit(
        @Advice.Argument(0) StorageReport report,
        @Advice.Return(readOnly = false) StorageReportProto result) {
      result = StorageReportBridge.tell(report, result);
    }
  }
}
