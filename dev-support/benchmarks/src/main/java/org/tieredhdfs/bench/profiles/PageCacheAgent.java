package org.tieredhdfs.bench.profiles;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import org.apache.hadoop.io.ReadaheadPool;
import org.apache.hadoop.io.nativeio.NativeIO;

/**
 * An agent of Java that gives a DataNode two system calls of libhadoop, and the threads that read
 * ahead by them. Runs before the DataNode, with this one class of the benchmarks.
 */
public final class PageCacheAgent {
  private PageCacheAgent() {}

  /**
   * @param library with the system calls
   */
  public static void premain(String library) throws ReflectiveOperationException {
    System.load(library);
    set(NativeIO.POSIX.class, "nativeLoaded", true);
    set(NativeIO.POSIX.class, "fadvisePossible", true);
    // the numbers that Linux has for them
    set(NativeIO.POSIX.class, "POSIX_FADV_SEQUENTIAL", 2);
    set(NativeIO.POSIX.class, "POSIX_FADV_WILLNEED", 3);
    set(NativeIO.POSIX.class, "POSIX_FADV_DONTNEED", 4);
    set(NativeIO.POSIX.class, "SYNC_FILE_RANGE_WRITE", 2);
    Constructor<ReadaheadPool> threads = ReadaheadPool.class.getDeclaredConstructor();
    threads.setAccessible(true);
    set(ReadaheadPool.class, "instance", threads.newInstance());
  }

  private static void set(Class<?> type, String name, Object value)
      throws ReflectiveOperationException {
    Field field = type.getDeclaredField(name);
    field.setAccessible(true);
    field.set(null, value);
  }
}
