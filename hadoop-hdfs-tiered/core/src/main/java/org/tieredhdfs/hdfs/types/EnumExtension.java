package org.tieredhdfs.hdfs.types;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.StorageTypeProto;

/**
 * Creates the constants of custom storage types while Hadoop's two enums of storage types are being
 * initialised.
 *
 * <p>Called from code woven into the end of their class initialisers, which hand over a lookup with
 * the rights of the enum and assign what comes back to its arrays of values. The constants stand
 * after the stock ones by ascending number, so that ordinals agree wherever tables agree.
 * Stateless.
 */
public final class EnumExtension {
  private EnumExtension() {}

  /** The constants of {@code StorageType}, Hadoop's and the custom ones. */
  public static StorageType[] storageTypes(MethodHandles.Lookup lookup, StorageType[] stock) {
    MethodHandle constructor =
        constructor(lookup, String.class, int.class, boolean.class, boolean.class);
    return extended(
        stock,
        (type, ordinal) ->
            (StorageType) make(constructor, type.name(), ordinal, false, type.ram()));
  }

  /** The constants of {@code StorageTypeProto}, Hadoop's and the custom ones. */
  public static StorageTypeProto[] protos(MethodHandles.Lookup lookup, StorageTypeProto[] stock) {
    MethodHandle constructor = constructor(lookup, String.class, int.class, int.class);
    return extended(
        stock,
        (type, ordinal) ->
            (StorageTypeProto) make(constructor, type.name(), ordinal, type.number()));
  }

  private static <E> E[] extended(E[] stock, BiFunction<CustomStorageType, Integer, E> constants) {
    List<CustomStorageType> custom = StorageTypeTable.types();
    E[] all = Arrays.copyOf(stock, stock.length + custom.size());
    for (int i = 0; i < custom.size(); i++) {
      int ordinal = stock.length + i;
      all[ordinal] = constants.apply(custom.get(i), ordinal);
    }
    return all;
  }

  private static MethodHandle constructor(MethodHandles.Lookup lookup, Class<?>... parameters) {
    try {
      return lookup.findConstructor(
          lookup.lookupClass(), MethodType.methodType(void.class, parameters));
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(lookup.lookupClass() + " is not the woven enum", e);
    }
  }

  private static Object make(MethodHandle constructor, Object... arguments) {
    try {
      return constructor.invokeWithArguments(arguments);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new LinkageError("cannot create the storage type " + arguments[0], e);
    }
  }
}
