package org.tieredhdfs.hdfs.weave.types;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import net.bytebuddy.asm.Advice;
import org.apache.hadoop.fs.StorageType;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.types.StorageTypeBridge;
import org.tieredhdfs.hdfs.weave.CustomAnswerPatch;

/** Lets StorageType be read from edits by the stable number of a custom type. */
public final class StorageTypeByNumberPatch extends CustomAnswerPatch {
  public StorageTypeByNumberPatch() {
    super(
        PatchPoint.STORAGE_TYPE_BY_NUMBER,
        named("parseStorageType").and(takesArguments(int.class)),
        Inlined.class,
        StorageTypeBridge.class);
  }

  /** The code that is inlined at the stock method's begin. */
  static final class Inlined {
    private Inlined() {}

    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    static @Nullable StorageType enter(@Advice.Argument(0) int number) {
      return StorageTypeBridge.byNumber(number);
    }
  }
}
