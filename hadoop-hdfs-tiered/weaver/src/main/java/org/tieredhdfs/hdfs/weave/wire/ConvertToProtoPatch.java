package org.tieredhdfs.hdfs.weave.wire;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import net.bytebuddy.asm.Advice;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.StorageTypeProto;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.types.StorageTypeBridge;
import org.tieredhdfs.hdfs.weave.CustomAnswerPatch;

/** Translates custom storage types on their way to the wire. */
public final class ConvertToProtoPatch extends CustomAnswerPatch {
  public ConvertToProtoPatch() {
    super(
        PatchPoint.CONVERT_TO_PROTO,
        named("convertStorageType").and(takesArguments(StorageType.class)),
        Inlined.class,
        StorageTypeBridge.class);
  }

  /** The code that is inlined at the stock method's begin. */
  static final class Inlined {
    private Inlined() {}

    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    static @Nullable StorageTypeProto enter(@Advice.Argument(0) StorageType type) {
      return StorageTypeBridge.toProto(type);
    }
  }
}
