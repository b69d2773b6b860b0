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

/** Translates custom storage types that come from the wire. */
public final class ConvertFromProtoPatch extends CustomAnswerPatch {
  public ConvertFromProtoPatch() {
    super(
        PatchPoint.CONVERT_FROM_PROTO,
        named("convertStorageType").and(takesArguments(StorageTypeProto.class)),
        Inlined.class,
        StorageTypeBridge.class);
  }

  /** The code that is inlined at the stock method's begin. */
  static final class Inlined {
    private Inlined() {}

    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    static @Nullable StorageType enter(@Advice.Argument(0) StorageTypeProto proto) {
      return StorageTypeBridge.fromProto(proto);
    }
  }
}
