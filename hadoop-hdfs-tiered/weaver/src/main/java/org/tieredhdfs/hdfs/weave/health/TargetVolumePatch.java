package org.tieredhdfs.hdfs.weave.health;

import static net.bytebuddy.matcher.ElementMatchers.named;

import net.bytebuddy.asm.Advice;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.HealthyReplicas;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.weave.AdvicePatch;

/** Puts no new replicas on volumes that are avoided. */
public final class TargetVolumePatch extends AdvicePatch {
  public TargetVolumePatch() {
    super(
        PatchPoint.TARGET_VOLUME,
        named("chooseStorage4Block"),
        Inlined.class,
        HealthyReplicas.class);
  }

  /** The code that is inlined into the stock method. */
  static final class Inlined {
    private Inlined() {}

    @Advice.OnMethodExit
    @SuppressWarnings("UnusedVariable") // inlined: the assignment sets the return value
    static void exit(
        @Advice.This DatanodeDescriptor node,
        @Advice.Argument(0) StorageType type,
        @Advice.Argument(1) long blockBytes,
        @Advice.Argument(2) int blocks,
        @Advice.Return(readOnly = false) @Nullable DatanodeStorageInfo result) {
      result = HealthyReplicas.target(node, type, blockBytes, blocks, result);
    }
  }
}
