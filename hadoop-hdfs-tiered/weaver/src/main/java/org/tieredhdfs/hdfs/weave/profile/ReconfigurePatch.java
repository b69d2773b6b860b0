package org.tieredhdfs.hdfs.weave.profile;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import net.bytebuddy.asm.Advice;
import org.apache.hadoop.conf.ReconfigurationException;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.TypeProfile;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.weave.AdvicePatch;

/** Changes the profiles of a running DataNode where a key of theirs has another value. */
public final class ReconfigurePatch extends AdvicePatch {
  public ReconfigurePatch() {
    super(
        PatchPoint.RECONFIGURE,
        named("reconfigurePropertyImpl").and(takesArguments(2)),
        Inlined.class,
        TypeProfile.class);
  }

  /** The code that is inlined into the stock method. */
  static final class Inlined {
    private Inlined() {}

    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    static boolean enter(
        @Advice.This DataNode datanode,
        @Advice.Argument(0) String key,
        @Advice.Argument(1) @Nullable String value)
        throws ReconfigurationException {
      return TypeProfile.reconfigure(datanode, key, value);
    }

    @Advice.OnMethodExit
    @SuppressWarnings("UnusedVariable") // inlined: the assignment sets the return value
    static void exit(
        @Advice.Enter boolean isOurs,
        @Advice.Argument(1) @Nullable String value,
        @Advice.Return(readOnly = false) @Nullable String effective) {
      if (isOurs) {
        effective = value;
      }
    }
  }
}
