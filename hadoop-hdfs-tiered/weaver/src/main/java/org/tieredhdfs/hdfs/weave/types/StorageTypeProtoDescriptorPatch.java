package org.tieredhdfs.hdfs.weave.types;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesNoArguments;

import net.bytebuddy.asm.Advice;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.StorageTypeProto;
import org.apache.hadoop.thirdparty.protobuf.Descriptors.EnumValueDescriptor;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.types.StorageTypeBridge;
import org.tieredhdfs.hdfs.weave.CustomAnswerPatch;

/** Describes custom constants of StorageTypeProto, which its file descriptor does not know. */
public final class StorageTypeProtoDescriptorPatch extends CustomAnswerPatch {
  public StorageTypeProtoDescriptorPatch() {
    super(
        PatchPoint.STORAGE_TYPE_PROTO_DESCRIPTOR,
        named("getValueDescriptor").and(takesNoArguments()),
        Inlined.class,
        StorageTypeBridge.class);
  }

  /** The code that is inlined at the stock method's begin. */
  static final class Inlined {
    private Inlined() {}

    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    static @Nullable EnumValueDescriptor enter(@Advice.This StorageTypeProto proto) {
      return StorageTypeBridge.descriptor(proto);
    }
  }
}
