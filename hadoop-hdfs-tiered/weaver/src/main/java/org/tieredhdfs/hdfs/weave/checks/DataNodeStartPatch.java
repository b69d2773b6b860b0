package org.tieredhdfs.hdfs.weave.checks;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import net.bytebuddy.asm.Advice;
import org.apache.hadoop.conf.Configuration;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.start.StartCheck;
import org.tieredhdfs.hdfs.weave.AdvicePatch;

/** Runs the start check before a DataNode looks at its volumes. */
public final class DataNodeStartPatch extends AdvicePatch {
  public DataNodeStartPatch() {
    super(
        PatchPoint.DATANODE_START,
        named("getStorageLocations").and(takesArguments(Configuration.class)),
        Inlined.class,
        StartCheck.class);
  }

  /** The code that is inlined into the stock method. */
  static final class Inlined {
    private Inlined() {}

    @Advice.OnMethodEnter
    static void enter(@Advice.Argument(0) Configuration conf) {
      StartCheck.require("DataNode", conf);
    }
  }
}
