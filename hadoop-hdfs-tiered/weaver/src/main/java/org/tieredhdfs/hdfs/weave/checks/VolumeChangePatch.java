package org.tieredhdfs.hdfs.weave.checks;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.io.IOException;
import net.bytebuddy.asm.Advice;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.ram.RamVolumeCheck;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.weave.AdvicePatch;

/** Checks the volumes that a running DataNode is reconfigured to use before it changes anything. */
public final class VolumeChangePatch extends AdvicePatch {
  public VolumeChangePatch() {
    super(
        PatchPoint.VOLUME_CHANGE,
        named("refreshVolumes").and(takesArguments(String.class)),
        Inlined.class,
        RamVolumeCheck.class);
  }

  /** The code that is inlined into the stock method. */
  static final class Inlined {
    private Inlined() {}

    @Advice.OnMethodEnter
    static void enter(@Advice.This DataNode dataNode, @Advice.Argument(0) @Nullable String volumes)
        throws IOException {
      if (volumes != null) {
        RamVolumeCheck.require(dataNode.getConf(), volumes);
      }
    }
  }
}
