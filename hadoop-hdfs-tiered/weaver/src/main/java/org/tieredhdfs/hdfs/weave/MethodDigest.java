package org.tieredhdfs.hdfs.weave;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
 * The digest of a stock method's behaviour: its instructions with operands and constants, its jumps
 * and its exception handlers.
 *
 * <p>Two compilations of the same source by the same compiler have the same digest, wherever in the
 * file and the constant pool they ended up: line numbers, debug information, frames and annotations
 * do not count, nor do the numbers that a compiler gives to the bodies of lambdas.
 */
final class MethodDigest extends MethodVisitor {
  private static final int ACCESS_THAT_COUNTS =
      Opcodes.ACC_STATIC | Opcodes.ACC_SYNCHRONIZED | Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE;

  private final String signature;
  private final Map<String, String> digests;
  private final List<Object[]> instructions = new ArrayList<>();
  private final List<Object[]> handlers = new ArrayList<>();
  private final Map<Label, Integer> positions = new HashMap<>();

  private MethodDigest(int access, String signature, Map<String, String> digests) {
    super(OpenedClassReader.ASM_API);
    this.signature = signature;
    this.digests = digests;
    instructions.add(new Object[] {"access", access & ACCESS_THAT_COUNTS});
  }

  /** The digests of all methods of a class file, by name and descriptor. */
  static Map<String, String> ofAll(byte[] classFile) {
    Map<String, String> digests = new HashMap<>();
    ClassVisitor methods =
        new ClassVisitor(OpenedClassReader.ASM_API) {
          @Override
          public MethodVisitor visitMethod(
              int access,
              String name,
              String descriptor,
              @Nullable String generics,
              String @Nullable [] exceptions) {
            return new MethodDigest(access, name + descriptor, digests);
          }
        };
    OpenedClassReader.of(classFile)
        .accept(methods, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    return digests;
  }

  @Override
  public void visitLabel(Label label) {
    positions.put(label, instructions.size());
  }

  @Override
  public void visitTryCatchBlock(Label start, Label end, Label handler, @Nullable String type) {
    handlers.add(new Object[] {"try", start, end, handler, String.valueOf(type)});
  }

  @Override
  public void visitInsn(int opcode) {
    instructions.add(new Object[] {opcode});
  }

  @Override
  public void visitIntInsn(int opcode, int operand) {
    instructions.add(new Object[] {opcode, operand});
  }

  @Override
  public void visitVarInsn(int opcode, int variable) {
    instructions.add(new Object[] {opcode, variable});
  }

  @Override
  public void visitTypeInsn(int opcode, String type) {
    instructions.add(new Object[] {opcode, type});
  }

  @Override
  public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
    instructions.add(new Object[] {opcode, owner, name, descriptor});
  }

  @Override
  public void visitMethodInsn(
      int opcode, String owner, String name, String descriptor, boolean isInterface) {
    instructions.add(new Object[] {opcode, owner, plain(name), descriptor, isInterface});
  }

  @Override
  public void visitInvokeDynamicInsn(
      String name, String descriptor, Handle bootstrap, Object... arguments) {
    instructions.add(new Object[] {"indy", name, descriptor, bootstrap, arguments});
  }

  @Override
  public void visitJumpInsn(int opcode, Label label) {
    instructions.add(new Object[] {opcode, label});
  }

  @Override
  public void visitLdcInsn(Object value) {
    instructions.add(new Object[] {"ldc", value});
  }

  @Override
  public void visitIincInsn(int variable, int increment) {
    instructions.add(new Object[] {"iinc", variable, increment});
  }

  @Override
  public void visitTableSwitchInsn(int min, int max, Label other, Label... labels) {
    instructions.add(new Object[] {"table", min, max, other, labels});
  }

  @Override
  public void visitLookupSwitchInsn(Label other, int[] keys, Label[] labels) {
    List<Object> boxed = new ArrayList<>();
    for (int key : keys) {
      boxed.add(key);
    }
    instructions.add(new Object[] {"lookup", other, boxed.toArray(), labels});
  }

  @Override
  public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
    instructions.add(new Object[] {"array", descriptor, dimensions});
  }

  @Override
  public void visitEnd() {
    StringBuilder text = new StringBuilder();
    for (Object[] line : instructions) {
      write(line, text);
      text.append('\n');
    }
    for (Object[] line : handlers) {
      write(line, text);
      text.append('\n');
    }
    digests.put(signature, Sha256.of(text.toString().getBytes(StandardCharsets.UTF_8)));
  }

  /** Each word says of what kind it is, so that the number 1 and the text "1" differ. */
  private void write(@Nullable Object word, StringBuilder text) {
    if (word instanceof Object[] words) {
      text.append('[');
      for (Object each : words) {
        write(each, text);
        text.append(' ');
      }
      text.append(']');
    } else if (word instanceof Label label) {
      text.append('@').append(positions.get(label));
    } else if (word instanceof Handle handle) {
      text.append("handle ").append(handle.getTag()).append(' ').append(handle.getOwner());
      text.append('.').append(plain(handle.getName())).append(handle.getDesc());
    } else if (word instanceof Type type) {
      text.append("type ").append(type.getDescriptor());
    } else if (word instanceof String string) {
      text.append(string.length()).append('"').append(string);
    } else if (word != null) {
      text.append(word.getClass().getSimpleName()).append(' ').append(word);
    }
  }

  /** Without the number of a lambda's body, which changes when another is added before it. */
  private static String plain(String name) {
    return name.startsWith("lambda$") ? name.replaceAll("\\$\\d+$", "") : name;
  }
}
