package org.tieredhdfs.hdfs.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import java.util.function.Consumer;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.junit.jupiter.api.Test;

class MethodDigestTest {
  private static final String METHOD = "find(I)Ljava/lang/String;";

  @Test
  void linesAndPlacesInTheConstantPoolDoNotCount() {
    String plain = digest(false, method -> answer(method, "a", false));

    assertThat(digest(true, method -> answer(method, "a", true))).isEqualTo(plain);
  }

  @Test
  void aConstantCounts() {
    assertThat(digest(false, method -> answer(method, "b", false)))
        .isNotEqualTo(digest(false, method -> answer(method, "a", false)));
  }

  @Test
  void whereAJumpGoesCounts() {
    assertThat(digest(false, method -> jump(method, true)))
        .isNotEqualTo(digest(false, method -> jump(method, false)));
  }

  @Test
  void whatIsCaughtCounts() {
    assertThat(digest(false, method -> guarded(method, "java/lang/RuntimeException")))
        .isNotEqualTo(digest(false, method -> guarded(method, "java/lang/Error")));
  }

  @Test
  void theNumberOfALambdaBodyDoesNotCountButItsMethodDoes() {
    String first = digest(false, method -> call(method, "lambda$find$1"));

    assertThat(digest(false, method -> call(method, "lambda$find$7"))).isEqualTo(first);
    assertThat(digest(false, method -> call(method, "lambda$other$1"))).isNotEqualTo(first);
  }

  private static String digest(boolean withMore, Consumer<MethodVisitor> code) {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    writer.visit(Opcodes.V1_6, Opcodes.ACC_PUBLIC, "Some", null, "java/lang/Object", null);
    if (withMore) {
      MethodVisitor more =
          writer.visitMethod(Opcodes.ACC_STATIC, "more", "()Ljava/lang/String;", null, null);
      more.visitCode();
      answer(more, "before", true);
      more.visitMaxs(0, 0);
      more.visitEnd();
    }
    MethodVisitor method =
        writer.visitMethod(Opcodes.ACC_STATIC, "find", "(I)Ljava/lang/String;", null, null);
    method.visitCode();
    code.accept(method);
    method.visitMaxs(0, 0);
    method.visitEnd();
    return Objects.requireNonNull(MethodDigest.ofAll(writer.toByteArray()).get(METHOD));
  }

  private static void answer(MethodVisitor method, String constant, boolean withLines) {
    if (withLines) {
      Label line = new Label();
      method.visitLabel(line);
      method.visitLineNumber(42, line);
    }
    method.visitLdcInsn(constant);
    method.visitInsn(Opcodes.ARETURN);
  }

  private static void jump(MethodVisitor method, boolean far) {
    Label near = new Label();
    Label end = new Label();
    method.visitVarInsn(Opcodes.ILOAD, 0);
    method.visitJumpInsn(Opcodes.IFEQ, far ? end : near);
    method.visitInsn(Opcodes.NOP);
    method.visitLabel(near);
    method.visitInsn(Opcodes.NOP);
    method.visitLabel(end);
    method.visitInsn(Opcodes.ACONST_NULL);
    method.visitInsn(Opcodes.ARETURN);
  }

  private static void guarded(MethodVisitor method, String caught) {
    Label start = new Label();
    Label end = new Label();
    Label handler = new Label();
    method.visitTryCatchBlock(start, end, handler, caught);
    method.visitLabel(start);
    method.visitInsn(Opcodes.ACONST_NULL);
    method.visitInsn(Opcodes.ARETURN);
    method.visitLabel(end);
    method.visitLabel(handler);
    method.visitInsn(Opcodes.POP);
    method.visitInsn(Opcodes.ACONST_NULL);
    method.visitInsn(Opcodes.ARETURN);
  }

  private static void call(MethodVisitor method, String name) {
    method.visitMethodInsn(Opcodes.INVOKESTATIC, "Some", name, "()Ljava/lang/String;", false);
    method.visitInsn(Opcodes.ARETURN);
  }
}
