package org.tieredhdfs.hdfs.weave;

import java.util.Collection;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import net.bytebuddy.utility.OpenedClassReader;
import org.jspecify.annotations.Nullable;

/**
 * Checks that a Hadoop has all classes, methods and fields that this project's classes use,
 * including fields opened by name, and that these classes implement all abstract methods.
 *
 * <p>A JVM finds such a fault when it comes to the instruction, which may be in a daemon's third
 * week; here all of them are found before anything is installed. Not thread-safe.
 */
final class Linkage {
  private static final String STOCK = "org/apache/hadoop/";

  /** Not Hadoop's, though its packages look so. */
  private static final String HBASE = "org/apache/hadoop/hbase/";

  private final ClassShapes shapes;
  private final Predicate<String> leftOut;
  private final SortedSet<String> faults = new TreeSet<>();

  /**
   * @param leftOut the classes, by internal names, that need not be there
   */
  Linkage(ClassFileLocator locator, Predicate<String> leftOut) {
    this.shapes = new ClassShapes(locator);
    this.leftOut = leftOut;
  }

  /** What these classes need and Hadoop lacks, one sentence each. */
  SortedSet<String> faults(Collection<byte[]> ours) {
    ours.forEach(
        classFile ->
            OpenedClassReader.of(classFile)
                .accept(new References(), ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES));
    return faults;
  }

  private void missing(String what, String user) {
    faults.add("there is no " + what + ", which " + user + " needs");
  }

  private static boolean isStock(String name) {
    return name.startsWith(STOCK) && !name.startsWith(HBASE);
  }

  /** The references of one class. */
  private final class References extends ClassVisitor {
    private String name = "";

    References() {
      super(OpenedClassReader.ASM_API);
    }

    @Override
    public void visit(
        int version,
        int access,
        String internalName,
        @Nullable String generics,
        @Nullable String superName,
        String @Nullable [] interfaces) {
      name = internalName;
      shapes.lineage(name).forEach(this::requireClass);
      if ((access & Opcodes.ACC_ABSTRACT) == 0) {
        shapes.unimplemented(name).stream()
            .filter(Linkage::isStock)
            .forEach(
                method ->
                    faults.add(dotted(name) + " does not implement " + method.replace('/', '.')));
      }
    }

    /**
     * Bridges that a compiler adds to make a method of a hidden superclass visible are left out:
     * they call the method of the same name, so that nothing calls them where that is missing.
     */
    @Override
    public @Nullable MethodVisitor visitMethod(
        int access,
        String method,
        String descriptor,
        @Nullable String generics,
        String @Nullable [] exceptions) {
      if ((access & Opcodes.ACC_BRIDGE) != 0) {
        return null;
      }
      requireTypes(descriptor);
      return new Instructions();
    }

    private void requireTypes(String descriptor) {
      for (Type type : Type.getArgumentTypes(descriptor)) {
        requireType(type);
      }
      requireType(Type.getReturnType(descriptor));
    }

    private void requireType(Type type) {
      Type element = type.getSort() == Type.ARRAY ? type.getElementType() : type;
      if (element.getSort() == Type.OBJECT) {
        requireClass(element.getInternalName());
      }
    }

    private void requireClass(String internalName) {
      if (isStock(internalName)
          && !leftOut.test(internalName)
          && shapes.find(internalName).isEmpty()) {
        missing("class " + dotted(internalName), dotted(name));
      }
    }

    private void requireMember(String owner, String member, boolean isStatic) {
      if (!isStock(owner)) {
        return;
      }
      requireClass(owner);
      if (!shapes.isWhole(owner)) {
        return;
      }
      Optional<String> found = shapes.ownerOf(owner, member);
      String words = dotted(owner) + "." + member;
      if (found.isEmpty()) {
        missing(words, dotted(name));
        return;
      }
      Integer access = shapes.find(found.get()).map(shape -> shape.access(member)).orElse(0);
      if (((access & Opcodes.ACC_STATIC) != 0) != isStatic) {
        missing((isStatic ? "static " : "non-static ") + words, dotted(name));
      }
      if (!isVisible(found.get(), access)) {
        missing(words + " that is accessible", dotted(name));
      }
    }

    private boolean isVisible(String owner, int access) {
      if ((access & (Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED)) != 0 || owner.equals(name)) {
        return true;
      }
      return (access & Opcodes.ACC_PRIVATE) == 0
          ? packageOf(owner).equals(packageOf(name))
          : nestOf(owner).equals(nestOf(name));
    }

    /** The outermost class: all within it may use each other's private members. */
    private String nestOf(String internalName) {
      int inner = internalName.indexOf('$');
      return inner < 0 ? internalName : internalName.substring(0, inner);
    }

    private String packageOf(String internalName) {
      return internalName.substring(0, internalName.lastIndexOf('/') + 1);
    }

    private String dotted(String internalName) {
      return internalName.replace('/', '.');
    }

    /** Those of one method; it also notes constants, by which fields are opened. */
    private final class Instructions extends MethodVisitor {
      private @Nullable Type lastClass;
      private @Nullable Type openedClass;
      private @Nullable String openedField;

      Instructions() {
        super(OpenedClassReader.ASM_API);
      }

      @Override
      public void visitTypeInsn(int opcode, String type) {
        requireType(Type.getObjectType(type));
      }

      @Override
      public void visitTryCatchBlock(Label start, Label end, Label handler, @Nullable String type) {
        if (type != null) {
          requireClass(type);
        }
      }

      @Override
      public void visitFieldInsn(int opcode, String owner, String field, String descriptor) {
        boolean isStatic = opcode == Opcodes.GETSTATIC || opcode == Opcodes.PUTSTATIC;
        requireMember(owner, ClassShape.field(field, descriptor), isStatic);
      }

      @Override
      public void visitMethodInsn(
          int opcode, String owner, String method, String descriptor, boolean isInterface) {
        if (!owner.startsWith("[")) {
          requireMember(owner, method + descriptor, opcode == Opcodes.INVOKESTATIC);
        }
        requireTypes(descriptor);
        if (method.equals("getDeclaredField") || owner.endsWith("/StockField")) {
          requireOpened();
        }
      }

      @Override
      public void visitInvokeDynamicInsn(
          String method, String descriptor, Handle bootstrap, Object... arguments) {
        requireTypes(descriptor);
        for (Object argument : arguments) {
          if (argument instanceof Handle handle && handle.getTag() >= Opcodes.H_INVOKEVIRTUAL) {
            requireMember(
                handle.getOwner(),
                handle.getName() + handle.getDesc(),
                handle.getTag() == Opcodes.H_INVOKESTATIC);
          }
        }
      }

      @Override
      public void visitLdcInsn(Object value) {
        if (value instanceof Type type && type.getSort() == Type.OBJECT) {
          requireType(type);
          lastClass = type;
        } else if (value instanceof String text) {
          openedClass = lastClass;
          openedField = text;
        }
      }

      private void requireOpened() {
        Type owner = openedClass;
        String field = openedField;
        openedClass = null;
        openedField = null;
        if (owner != null && field != null && isStock(owner.getInternalName())) {
          boolean isThere =
              shapes
                  .find(owner.getInternalName())
                  .map(shape -> shape.hasFieldNamed(field))
                  .orElse(true);
          if (!isThere) {
            missing("field " + owner.getClassName() + "." + field, dotted(name));
          }
        }
      }
    }
  }
}
