package org.tieredhdfs.hdfs.weave.volumes;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import net.bytebuddy.asm.Advice;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.metrics.OutlierDetector;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.volumes.SlowVolumeDetector;
import org.tieredhdfs.hdfs.weave.AdvicePatch;

/** Gives a DataNode a detector that compares volumes of one storage type, before it is used. */
public final class SlowVolumesPatch extends AdvicePatch {
  public SlowVolumesPatch() {
    super(
        PatchPoint.SLOW_VOLUMES,
        named("startDiskOutlierDetectionThread").and(takesArguments(0)),
        Inlined.class,
        SlowVolumeDetector.class);
  }

  /** The code that is inlined into the stock method. */
  static final class Inlined {
    private Inlined() {}

    @Advice.OnMethodEnter
    @SuppressWarnings("UnusedVariable") // inlined: the assignment sets a field
    static void enter(
        @Advice.FieldValue("dn") DataNode datanode,
        @Advice.FieldValue(value = "slowDiskDetector", readOnly = false) OutlierDetector detector) {
      detector = SlowVolumeDetector.of(datanode, detector);
    }
  }
}
