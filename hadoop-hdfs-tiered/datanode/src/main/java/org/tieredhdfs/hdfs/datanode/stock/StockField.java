package org.tieredhdfs.hdfs.datanode.stock;

import java.io.IOException;
import java.lang.reflect.Field;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Access to a private field of a stock class, to read it or to replace its object.
 *
 * <p>There is no key for these: each is one object that the stock class makes for itself and then
 * only calls. The field must be there and take our object, or the DataNode does not start.
 *
 * @param <T> the type of the field
 */
public final class StockField<T> {
  /** Found by name, because the factory is in a layer above. */
  private static final String FACTORY = "org.tieredhdfs.hdfs.datanode.TieredFsDatasetFactory";

  private final Field field;
  private final Class<T> type;

  private StockField(Field field, Class<T> type) {
    this.field = field;
    this.type = type;
  }

  /**
   * Finds a field.
   *
   * @throws IOException if this Hadoop has no such field or does not let us in
   */
  public static <T> StockField<T> of(Class<?> owner, String name, Class<T> type)
      throws IOException {
    try {
      Field field = owner.getDeclaredField(name);
      if (field.getType() != type) {
        throw refusal(owner, name, "it is a " + field.getType().getName(), null);
      }
      field.setAccessible(true);
      return new StockField<>(field, type);
    } catch (NoSuchFieldException | RuntimeException e) {
      throw refusal(owner, name, e.toString(), e);
    }
  }

  /** The value of the field in an object. */
  public @Nullable T get(Object owner) throws IOException {
    try {
      return type.cast(field.get(owner));
    } catch (IllegalAccessException | RuntimeException e) {
      throw refusal(field.getDeclaringClass(), field.getName(), e.toString(), e);
    }
  }

  /** Puts an object into the field. */
  public void set(Object owner, T value) throws IOException {
    try {
      field.set(owner, value);
    } catch (IllegalAccessException | RuntimeException e) {
      throw refusal(field.getDeclaringClass(), field.getName(), e.toString(), e);
    }
  }

  /** Copies the field's object to another owner. */
  public void copy(Object from, Object to) throws IOException {
    set(to, Objects.requireNonNull(get(from)));
  }

  private static IOException refusal(
      Class<?> owner, String name, String why, @Nullable Throwable cause) {
    return new IOException(
        String.format(
            "The DataNode cannot run with %s: cannot access the field %s.%s of this"
                + " Hadoop (%s); use the Hadoop that this build is for, or remove"
                + " dfs.datanode.fsdataset.factory.",
            FACTORY, owner.getName(), name, why),
        cause);
  }
}
