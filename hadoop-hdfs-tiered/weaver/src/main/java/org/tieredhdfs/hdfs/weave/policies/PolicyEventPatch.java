package org.tieredhdfs.hdfs.weave.policies;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import net.bytebuddy.asm.Advice;
import org.apache.hadoop.hdfs.inotify.EventBatch;
import org.apache.hadoop.hdfs.server.namenode.FSEditLogOp;
import org.apache.hadoop.hdfs.server.namenode.StoragePolicyEvents;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.weave.AdvicePatch;

/** Tells readers of the inotify stream of changed storage policies. */
public final class PolicyEventPatch extends AdvicePatch {
  public PolicyEventPatch() {
    super(
        PatchPoint.POLICY_EVENT,
        named("translate").and(takesArguments(FSEditLogOp.class)),
        Inlined.class,
        StoragePolicyEvents.class);
  }

  /** The code that is inlined into the stock method. */
  static final class Inlined {
    private Inlined() {}

    @Advice.OnMethodExit
    static void exit(
        @Advice.Argument(0) FSEditLogOp operation,
        @Advice.Return(readOnly = false) EventBatch events) {
      if (events == null) {
        events = StoragePolicyEvents.translate(operation);
      }
    }
  }
}
