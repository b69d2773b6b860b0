package org.tieredhdfs.hdfs.weave.policies;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import net.bytebuddy.asm.Advice;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.UsablePolicies;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.weave.AdvicePatch;

/** Refuses policies that DataNodes without the overlay could not serve. */
public final class UsablePolicyPatch extends AdvicePatch {
  public UsablePolicyPatch() {
    super(
        PatchPoint.USABLE_POLICY,
        named("getStoragePolicy").and(takesArguments(String.class)),
        Inlined.class,
        UsablePolicies.class);
  }

  /** The code that is inlined into the stock method. */
  static final class Inlined {
    private Inlined() {}

    @Advice.OnMethodExit
    static void exit(
        @Advice.This BlockManager blocks, @Advice.Return @Nullable BlockStoragePolicy policy) {
      UsablePolicies.admit(blocks, policy);
    }
  }
}
