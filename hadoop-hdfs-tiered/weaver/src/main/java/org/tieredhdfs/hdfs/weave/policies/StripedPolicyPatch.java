package org.tieredhdfs.hdfs.weave.policies;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import net.bytebuddy.asm.Advice;
import org.tieredhdfs.hdfs.policies.CustomStoragePolicies;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.weave.AdvicePatch;

/** Honours custom policies for erasure-coded files where they place every block on one type. */
public final class StripedPolicyPatch extends AdvicePatch {
  public StripedPolicyPatch() {
    super(
        PatchPoint.STRIPED_POLICY,
        named("checkStoragePolicySuitableForECStripedMode").and(takesArguments(byte.class)),
        Inlined.class,
        CustomStoragePolicies.class);
  }

  /** The code that is inlined into the stock method. */
  static final class Inlined {
    private Inlined() {}

    @Advice.OnMethodExit
    static void exit(
        @Advice.Argument(0) byte policyId, @Advice.Return(readOnly = false) boolean suitable) {
      if (!suitable) {
        suitable = CustomStoragePolicies.isOfOneType(policyId);
      }
    }
  }
}
