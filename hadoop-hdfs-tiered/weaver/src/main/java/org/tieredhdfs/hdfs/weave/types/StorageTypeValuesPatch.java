package org.tieredhdfs.hdfs.weave.types;

import java.lang.invoke.MethodHandles;
import net.bytebuddy.asm.Advice;
import org.apache.hadoop.fs.StorageType;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.types.EnumExtension;

/** Extends the constants of StorageType at the end of its class initialiser. */
public final class StorageTypeValuesPatch extends EnumValuesPatch {
  public StorageTypeValuesPatch() {
    super(PatchPoint.STORAGE_TYPE_VALUES, Inlined.class);
  }

  /** The code that is inlined into the stock method. */
  static final class Inlined {
    private Inlined() {}

    @Advice.OnMethodExit
    @SuppressWarnings("UnusedVariable") // inlined: the assignment sets a field
    static void exit(
        @Advice.FieldValue(value = "$VALUES", readOnly = false) StorageType[] constants,
        @Advice.FieldValue(value = "VALUES", readOnly = false) StorageType[] copy) {
      constants = EnumExtension.storageTypes(MethodHandles.lookup(), constants);
      copy = constants.clone();
    }
  }
}
