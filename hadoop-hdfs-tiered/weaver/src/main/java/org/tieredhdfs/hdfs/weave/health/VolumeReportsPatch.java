package org.tieredhdfs.hdfs.weave.health;

import static net.bytebuddy.matcher.ElementMatchers.named;

import net.bytebuddy.asm.Advice;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.protocol.StorageReport;
import org.tieredhdfs.hdfs.health.VolumeHealth;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.weave.AdvicePatch;

/** Hears of the health of volumes when a NameNode has taken a heartbeat in. */
public final class VolumeReportsPatch extends AdvicePatch {
  public VolumeReportsPatch() {
    super(PatchPoint.VOLUME_REPORTS, named("updateHeartbeat"), Inlined.class, VolumeHealth.class);
  }

  /** The code that is inlined into the stock method. */
  static final class Inlined {
    private Inlined() {}

    @Advice.OnMethodExit
    static void exit(
        @Advice.This BlockManager blocks,
        @Advice.Argument(0) DatanodeDescriptor node,
        @Advice.Argument(1) StorageReport[] reports) {
      VolumeHealth.heard(blocks, node, reports);
    }
  }
}
