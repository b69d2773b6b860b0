package org.tieredhdfs.hdfs.weave;

import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.isTypeInitializer;
import static net.bytebuddy.matcher.ElementMatchers.named;

import java.lang.invoke.MethodHandles;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.matcher.ElementMatcher;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.StorageTypeProto;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.types.EnumExtension;

/** Extends the constants of StorageTypeProto at the end of its class initialiser. */
public final class StorageTypeProtoValuesPatch extends AdvicePatch {
  public StorageTypeProtoValuesPatch() {
    super(
        PatchPoint.STORAGE_TYPE_PROTO_VALUES,
        isTypeInitializer(),
        Inlined.class,
        EnumExtension.class);
  }

  /** How constants are made, and by newer compilers the array of them. */
  @Override
  public ElementMatcher<? super MethodDescription> reliesOn() {
    return isConstructor().or(named("$values"));
  }

  /** The code that is inlined into the stock method. */
  static final class Inlined {
    private Inlined() {}

    @Advice.OnMethodExit
    @SuppressWarnings("UnusedVariable") // the assignment is the effect: it becomes a field's
    static void exit(
        @Advice.FieldValue(value = "$VALUES", readOnly = false) StorageTypeProto[] constants,
        @Advice.FieldValue(value = "VALUES", readOnly = false) StorageTypeProto[] copy) {
      constants = EnumExtension.protos(MethodHandles.lookup(), constants);
      copy = constants.clone();
    }
  }
}
