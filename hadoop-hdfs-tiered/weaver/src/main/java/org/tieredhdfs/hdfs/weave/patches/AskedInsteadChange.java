package org.tieredhdfs.hdfs.weave.patches;

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
 * Replaces the read of a boolean field in an instance method by a call of this project's static
 * method, which gets the instance as an Object.
 *
 * @param owner the internal name of the class with the field
 * @param field the name of the field
 * @param helper the class that is asked
 * @param asked the name of its method
 */
record AskedInsteadChange(String owner, String field, Class<?> helper, String asked)
    implements MethodVisitorWrapper {

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
      public void visitFieldInsn(int opcode, String fieldOwner, String name, String descriptor) {
        if (opcode != Opcodes.GETFIELD || !fieldOwner.equals(owner) || !name.equals(field)) {
          super.visitFieldInsn(opcode, fieldOwner, name, descriptor);
          return;
        }
        super.visitInsn(Opcodes.POP);
        super.visitVarInsn(Opcodes.ALOAD, 0);
        super.visitMethodInsn(
            Opcodes.INVOKESTATIC,
            Type.getInternalName(helper),
            asked,
            "(Ljava/lang/Object;)Z",
            false);
      }
    };
  }
}
