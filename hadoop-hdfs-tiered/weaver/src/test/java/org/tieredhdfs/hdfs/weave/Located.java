package org.tieredhdfs.hdfs.weave;

import java.util.Map;
import net.bytebuddy.dynamic.ClassFileLocator;

/** The Hadoop on the class path of the tests, with one class replaced. */
final class Located {
  static final ClassFileLocator STOCK =
      ClassFileLocator.ForClassLoader.of(Located.class.getClassLoader());

  private Located() {}

  static ClassFileLocator instead(String className, byte[] bytes) {
    return new ClassFileLocator.Compound(
        new ClassFileLocator.Simple(Map.of(className, bytes)), STOCK);
  }
}
