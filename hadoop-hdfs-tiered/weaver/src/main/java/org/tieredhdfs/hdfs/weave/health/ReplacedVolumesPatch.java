package org.tieredhdfs.hdfs.weave.health;

import static net.bytebuddy.matcher.ElementMatchers.named;

import net.bytebuddy.asm.Advice;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.ReplacedVolumes;
import org.apache.hadoop.hdfs.server.namenode.Namesystem;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.weave.AdvicePatch;

/** Looks at the blocks of volumes that are replaced, or are so no more. */
public final class ReplacedVolumesPatch extends AdvicePatch {
  public ReplacedVolumesPatch() {
    super(
        PatchPoint.REPLACED_VOLUMES,
        named("computeDatanodeWork"),
        Inlined.class,
        ReplacedVolumes.class);
  }

  /** The code that is inlined into the stock method. */
  static final class Inlined {
    private Inlined() {}

    @Advice.OnMethodEnter
    static void enter(
        @Advice.This BlockManager blocks, @Advice.FieldValue("namesystem") Namesystem namesystem) {
      ReplacedVolumes.work(blocks, namesystem);
    }
  }
}
