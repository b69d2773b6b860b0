package org.tieredhdfs.hdfs.weave.volumes;

import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.matcher.ElementMatcher;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.datatransfer.BlockConstructionStage;
import org.apache.hadoop.hdfs.server.datanode.CachingStrategy;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.UnsyncedTransfer;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.weave.AdvicePatch;

/** Tells a DataNode that joins a pipeline if nobody has synced what it gets. */
public final class UnsyncedTransferPatch extends AdvicePatch {
  public UnsyncedTransferPatch() {
    super(
        PatchPoint.UNSYNCED_TRANSFER,
        isConstructor().and(takesArguments(7)),
        Inlined.class,
        UnsyncedTransfer.class);
  }

  /** It sends the field to the other DataNode. */
  @Override
  public ElementMatcher<? super MethodDescription> reliesOn() {
    return named("run");
  }

  /** The code that is inlined into the stock constructor. */
  static final class Inlined {
    private Inlined() {}

    @Advice.OnMethodExit
    @SuppressWarnings("UnusedVariable") // inlined: the assignment sets a field
    static void exit(
        @Advice.Argument(0) DataNode datanode,
        @Advice.FieldValue("b") ExtendedBlock block,
        @Advice.FieldValue("stage") BlockConstructionStage stage,
        @Advice.FieldValue(value = "cachingStrategy", readOnly = false) CachingStrategy caching) {
      caching = UnsyncedTransfer.caching(datanode, block, stage, caching);
    }
  }
}
