package org.tieredhdfs.hdfs.weave.wire;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import net.bytebuddy.asm.Advice;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.DatanodeStorageProto;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;
import org.tieredhdfs.hdfs.agree.StorageNameBridge;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.weave.AdvicePatch;

/** Adds a custom type's name to the description of a storage. */
public final class StorageToProtoPatch extends AdvicePatch {
  public StorageToProtoPatch() {
    super(
        PatchPoint.STORAGE_TO_PROTO,
        named("convert").and(takesArguments(DatanodeStorage.class)),
        Inlined.class,
        StorageNameBridge.class);
  }

  /** The code that is inlined into the stock method. */
  static final class Inlined {
    private Inlined() {}

    @Advice.OnMethodExit
    static void exit(@Advice.Return(readOnly = false) DatanodeStorageProto result) {
      result = StorageNameBridge.name(result);
    }
  }
}
