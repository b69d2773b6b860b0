package org.tieredhdfs.hdfs.weave.patches;

import java.util.HashMap;
import java.util.Map;
import net.bytebuddy.asm.AsmVisitorWrapper.ForDeclaredMethods.MethodVisitorWrapper;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.implementation.Implementation;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import net.bytebuddy.pool.TypePool;
import net.bytebuddy.utility.OpenedClassReader;

/**
 * A change that has a method make objects of our classes where it makes ones of others.
 *
 * <p>The replacements need a constructor with the same arguments, and must be subclasses as far as
 * the method requires. Stateless.
 */
final class MadeInsteadChange implements MethodVisitorWrapper {
  private final Map<String, String> oursByStock;

  /**
   * @param oursByStock our classes by those that the method names
   */
  MadeInsteadChange(Map<Class<?>, Class<?>> oursByStock) {
    Map<String, String> names = new HashMap<>();
    oursByStock.forEach(
        (stock, ours) -> names.put(Type.getInternalName(stock), Type.getInternalName(ours)));
    this.oursByStock = Map.copyOf(names);
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
    return new MethodVisitor(OpenedClassReader.ASM_API, visitor) {
      @Override
      public void visitTypeInsn(int opcode, String name) {
        boolean isMade = opcode == Opcodes.NEW;
        super.visitTypeInsn(opcode, isMade ? oursByStock.getOrDefault(name, name) : name);
      }

      @Override
      public void visitMethodInsn(
          int opcode, String owner, String name, String descriptor, boolean isInterface) {
        boolean isConstructor = opcode == Opcodes.INVOKESPECIAL && name.equals("<init>");
        super.visitMethodInsn(
            opcode,
            isConstructor ? oursByStock.getOrDefault(owner, owner) : owner,
            name,
            descriptor,
            isInterface);
      }
    };
  }
}
