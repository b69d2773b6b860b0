package org.tieredhdfs.hdfs.weave.types;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import net.bytebuddy.asm.Advice;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.StorageTypeProto;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.types.StorageTypeBridge;
import org.tieredhdfs.hdfs.weave.AdvicePatch;

/** Lets StorageTypeProto be found by the number of a custom type. */
public final class StorageTypeProtoForNumberPatch extends AdvicePatch {
  public StorageTypeProtoForNumberPatch() {
    super(
        PatchPoint.STORAGE_TYPE_PROTO_FOR_NUMBER,
        named("forNumber").and(takesArguments(int.class)),
        Inlined.class,
        StorageTypeBridge.class);
  }

  /** The code that is inlined into the stock method. */
  static final class Inlined {
    private Inlined() {}

    @Advice.OnMethodExit
    static void exit(
        @Advice.Argument(0) int number, @Advice.Return(readOnly = false) StorageTypeProto result) {
      if (result == null) {
        result = StorageTypeBridge.protoByNumber(number);
      }
    }
  }
}
