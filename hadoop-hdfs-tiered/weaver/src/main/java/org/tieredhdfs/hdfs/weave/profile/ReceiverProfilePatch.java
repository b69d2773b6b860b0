package org.tieredhdfs.hdfs.weave.profile;

import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.matcher.ElementMatcher;
import org.apache.hadoop.hdfs.server.datanode.CachingStrategy;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.Replica;
import org.tieredhdfs.hdfs.profile.DatanodeProfiles;
import org.tieredhdfs.hdfs.profile.ExecutionProfile;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.weave.AdvicePatch;

/** Gives a receiver of a block the profile of the volume that was chosen for it. */
public final class ReceiverProfilePatch extends AdvicePatch {
  public ReceiverProfilePatch() {
    super(
        PatchPoint.RECEIVER_PROFILE,
        isConstructor().and(takesArguments(17)),
        Inlined.class,
        DatanodeProfiles.class);
  }

  /** Where stock looks at the fields. */
  @Override
  public ElementMatcher<? super MethodDescription> reliesOn() {
    return named("manageWriterOsCache");
  }

  /** The code that is inlined into the stock constructor. */
  static final class Inlined {
    private Inlined() {}

    @Advice.OnMethodExit
    @SuppressWarnings("UnusedVariable") // inlined: the assignments set fields
    static void exit(
        @Advice.Argument(13) CachingStrategy asked,
        @Advice.FieldValue("datanode") DataNode datanode,
        @Advice.FieldValue("replicaInfo") Replica replica,
        @Advice.FieldValue(value = "dropCacheBehindWrites", readOnly = false) boolean drop,
        @Advice.FieldValue(value = "syncBehindWrites", readOnly = false) boolean sync,
        @Advice.FieldValue(value = "syncBehindWritesInBackground", readOnly = false)
            boolean background,
        @Advice.FieldValue(value = "datanodeSlowLogThresholdMs", readOnly = false) long slowMs) {
      ExecutionProfile profile = DatanodeProfiles.of(datanode, replica);
      if (profile != null) {
        drop = asked.getDropBehind() == null ? profile.dropBehindWrites() : drop;
        sync = profile.syncBehindWrites();
        background = profile.syncBehindWritesInBackground();
        slowMs = profile.slowIoThresholdMs(slowMs);
      }
    }
  }
}
