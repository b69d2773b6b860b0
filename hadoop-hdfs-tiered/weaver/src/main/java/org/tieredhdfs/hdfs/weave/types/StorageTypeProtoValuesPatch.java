package org.tieredhdfs.hdfs.weave.types;

import java.lang.invoke.MethodHandles;
import net.bytebuddy.asm.Advice;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.StorageTypeProto;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.types.EnumExtension;

/** Extends the constants of StorageTypeProto at the end of its class initialiser. */
public final class StorageTypeProtoValuesPatch extends EnumValuesPatch {
  public StorageTypeProtoValuesPatch() {
    super(PatchPoint.STORAGE_TYPE_PROTO_VALUES, Inlined.class);
  }

  /** The code that is inlined into the stock method. */
  static final class Inlined {
    private Inlined() {}

    @Advice.OnMethodExit
    @SuppressWarnings("UnusedVariable") // inlined: the assignment sets a field
    static void exit(
        @Advice.FieldValue(value = "$VALUES", readOnly = false) StorageTypeProto[] constants,
        @Advice.FieldValue(value = "VALUES", readOnly = false) StorageTypeProto[] copy) {
      constants = EnumExtension.protos(MethodHandles.lookup(), constants);
      copy = constants.clone();
    }
  }
}
