package org.tieredhdfs.hdfs.weave.wire;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import net.bytebuddy.asm.Advice;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.DatanodeStorageProto;
import org.tieredhdfs.hdfs.agree.StorageNameBridge;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.weave.AdvicePatch;

/** Compares a custom type's name with its number where the description of a storage is read. */
public final class StorageFromProtoPatch extends AdvicePatch {
  public StorageFromProtoPatch() {
    super(
        PatchPoint.STORAGE_FROM_PROTO,
        named("convert").and(takesArguments(DatanodeStorageProto.class)),
        Inlined.class,
        StorageNameBridge.class);
  }

  /** The code that is inlined into the stock method. */
  static final class Inlined {
    private Inlined() {}

    @Advice.OnMethodEnter
    static void enter(@Advice.Argument(0) DatanodeStorageProto storage) {
      StorageNameBridge.require(storage);
    }
  }
}
