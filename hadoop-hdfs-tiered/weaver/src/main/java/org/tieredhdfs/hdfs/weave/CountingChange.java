package org.tieredhdfs.hdfs.weave;

import net.bytebuddy.asm.AsmVisitorWrapper.ForDeclaredMethods.MethodVisitorWrapper;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.implementation.Implementation;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.pool.TypePool;

/**
 * A change of byte code that counts the methods it was applied to, so that a matcher that hits
 * nothing is noticed even for class initialisers, which descriptions of types leave out.
 */
final class CountingChange implements MethodVisitorWrapper {
  private final MethodVisitorWrapper change;
  private int applied;

  CountingChange(MethodVisitorWrapper change) {
    this.change = change;
  }

  int applied() {
    return applied;
  }

  @Override
  public MethodVisitor wrap(
      TypeDescription type,
      MethodDescription method,
      MethodVisitor visitor,
      Implementation.Context context,
      TypePool pool,
      int writerFlags,
      int readerFlags) {
    applied++;
    return change.wrap(type, method, visitor, context, pool, writerFlags, readerFlags);
  }
}
