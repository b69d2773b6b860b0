package org.tieredhdfs.hdfs.weave.policies;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import net.bytebuddy.asm.Advice;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.tieredhdfs.hdfs.policies.BlockPlacement;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.weave.AdvicePatch;

/** Takes the policy that a file has for the one its block lies by, wherever that is so. */
public final class FsckPolicyPatch extends AdvicePatch {
  public FsckPolicyPatch() {
    super(
        PatchPoint.FSCK_POLICY,
        named("setActualStoragePolicy").and(takesArguments(BlockStoragePolicy.class)),
        Inlined.class,
        BlockPlacement.class);
  }

  /** The code that is inlined into the stock method. */
  static final class Inlined {
    private Inlined() {}

    @Advice.OnMethodEnter
    static void enter(
        @Advice.Argument(value = 0, readOnly = false) BlockStoragePolicy found,
        @Advice.FieldValue("specifiedStoragePolicy") BlockStoragePolicy specified,
        @Advice.FieldValue("storageTypes") StorageType[] types) {
      if (BlockPlacement.satisfies(types, specified)) {
        found = specified;
      }
    }
  }
}
