package org.tieredhdfs.hdfs.weave.policies;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import net.bytebuddy.asm.Advice;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.tieredhdfs.hdfs.policies.CustomStoragePolicies;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.weave.AdvicePatch;

/**
 * Adds the configured storage policies to the suite in the making, before its default is chosen.
 */
public final class PolicySuitePatch extends AdvicePatch {
  public PolicySuitePatch() {
    super(
        PatchPoint.POLICY_SUITE,
        named("getDefaultPolicyID")
            .and(takesArguments(Configuration.class, BlockStoragePolicy[].class)),
        Inlined.class,
        CustomStoragePolicies.class);
  }

  /** The code that is inlined into the stock method. */
  static final class Inlined {
    private Inlined() {}

    @Advice.OnMethodEnter
    static void enter(
        @Advice.Argument(0) Configuration conf, @Advice.Argument(1) BlockStoragePolicy[] policies) {
      CustomStoragePolicies.addTo(conf, policies);
    }
  }
}
