package org.tieredhdfs.hdfs.weave.health;

import static net.bytebuddy.matcher.ElementMatchers.named;

import java.util.Collection;
import net.bytebuddy.asm.Advice;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.tieredhdfs.hdfs.health.Exclusions;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.weave.AdvicePatch;

/** Chooses surplus replicas among those that count. */
public final class SurplusReplicasPatch extends AdvicePatch {
  public SurplusReplicasPatch() {
    super(
        PatchPoint.SURPLUS_REPLICAS,
        named("chooseExcessRedundancies"),
        Inlined.class,
        Exclusions.class);
  }

  /** The code that is inlined into the stock method. */
  static final class Inlined {
    private Inlined() {}

    @Advice.OnMethodEnter
    static void enter(
        @Advice.Argument(0) Collection<DatanodeStorageInfo> replicas,
        @Advice.Argument(1) BlockInfo block) {
      if (!block.isStriped()) {
        Exclusions.keepCounted(replicas);
      }
    }
  }
}
