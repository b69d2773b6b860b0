package org.tieredhdfs.hdfs.weave.types;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import net.bytebuddy.asm.Advice;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.StorageTypeProto;
import org.apache.hadoop.thirdparty.protobuf.Descriptors.EnumValueDescriptor;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.types.StorageTypeBridge;
import org.tieredhdfs.hdfs.weave.CustomAnswerPatch;

/** Finds custom constants of StorageTypeProto by the description that protobuf makes for them. */
public final class StorageTypeProtoByDescriptorPatch extends CustomAnswerPatch {
  public StorageTypeProtoByDescriptorPatch() {
    super(
        PatchPoint.STORAGE_TYPE_PROTO_BY_DESCRIPTOR,
        named("valueOf").and(takesArguments(EnumValueDescriptor.class)),
        Inlined.class,
        StorageTypeBridge.class);
  }

  /** The code that is inlined at the stock method's begin. */
  static final class Inlined {
    private Inlined() {}

    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    static @Nullable StorageTypeProto enter(@Advice.Argument(0) EnumValueDescriptor description) {
      return StorageTypeBridge.protoByNumber(description.getNumber());
    }
  }
}
