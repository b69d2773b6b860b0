package org.tieredhdfs.hdfs.weave.namespace;

import static net.bytebuddy.matcher.ElementMatchers.named;

import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import net.bytebuddy.matcher.ElementMatcher;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.ReplicasToDelete;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.weave.AdvicePatch;

/** Keeps the generation stamp that a replica had when the NameNode chose it for deletion. */
public final class ReplicaToDeletePatch extends AdvicePatch {
  public ReplicaToDeletePatch() {
    super(PatchPoint.REPLICA_TO_DELETE, named("add"), Inlined.class, ReplicasToDelete.class);
  }

  @Override
  public ElementMatcher<? super MethodDescription> reliesOn() {
    return named("contains").or(named("remove"));
  }

  /** The code that is inlined into the stock method. */
  static final class Inlined {
    private Inlined() {}

    @Advice.OnMethodEnter
    static void enter(
        @Advice.This(typing = Assigner.Typing.DYNAMIC) Object queue,
        @Advice.Argument(value = 0, readOnly = false) Block block,
        @Advice.Argument(1) DatanodeInfo node) {
      block = ReplicasToDelete.chosen(queue, block, node);
    }
  }
}
