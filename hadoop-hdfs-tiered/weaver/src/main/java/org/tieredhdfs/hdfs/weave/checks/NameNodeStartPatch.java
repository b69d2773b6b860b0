package org.tieredhdfs.hdfs.weave.checks;

import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.takesArgument;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import net.bytebuddy.asm.Advice;
import org.apache.hadoop.conf.Configuration;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.start.StartCheck;
import org.tieredhdfs.hdfs.weave.AdvicePatch;

/** Runs the start check before a NameNode is constructed. */
public final class NameNodeStartPatch extends AdvicePatch {
  public NameNodeStartPatch() {
    super(
        PatchPoint.NAMENODE_START,
        isConstructor().and(takesArguments(2)).and(takesArgument(0, Configuration.class)),
        Inlined.class,
        StartCheck.class);
  }

  /** The code that is inlined into the stock method. */
  static final class Inlined {
    private Inlined() {}

    @Advice.OnMethodEnter
    static void enter(@Advice.Argument(0) Configuration conf) {
      StartCheck.require("NameNode", conf);
    }
  }
}
