package org.tieredhdfs.hdfs.weave.profile;

import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.namedOneOf;
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

/** Gives a sender of a block the profile of the volume that it reads from. */
public final class SenderProfilePatch extends AdvicePatch {
  public SenderProfilePatch() {
    super(
        PatchPoint.SENDER_PROFILE,
        isConstructor().and(takesArguments(9)),
        Inlined.class,
        DatanodeProfiles.class);
  }

  /** Where stock looks at the fields. */
  @Override
  public ElementMatcher<? super MethodDescription> reliesOn() {
    return namedOneOf("manageOsCache", "isLongRead", "doSendBlock");
  }

  /** The code that is inlined into the stock constructor. */
  static final class Inlined {
    private Inlined() {}

    @Advice.OnMethodExit
    @SuppressWarnings("UnusedVariable") // inlined: the assignments set fields
    static void exit(
        @Advice.Argument(8) CachingStrategy asked,
        @Advice.FieldValue("datanode") DataNode datanode,
        @Advice.FieldValue("replica") Replica replica,
        @Advice.FieldValue(value = "dropCacheBehindLargeReads", readOnly = false) boolean drop,
        @Advice.FieldValue(value = "readaheadLength", readOnly = false) long readaheadBytes,
        @Advice.FieldValue(value = "transferToAllowed", readOnly = false) boolean transferTo) {
      ExecutionProfile profile = DatanodeProfiles.of(datanode, replica);
      if (profile != null) {
        drop = asked.getDropBehind() == null ? profile.dropBehindReads() : drop;
        readaheadBytes = asked.getReadahead() == null ? profile.readaheadBytes() : readaheadBytes;
        transferTo = profile.transferTo();
      }
    }
  }
}
