package org.tieredhdfs.hdfs.weave;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.FieldVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.utility.OpenedClassReader;
import org.jspecify.annotations.Nullable;

/**
 * What others can see of a class: its parents and its members with their access flags, methods by
 * name and descriptor, fields the same with a colon between. Names are internal ones, with slashes.
 */
final class ClassShape extends ClassVisitor {
  private final Map<String, Integer> members = new HashMap<>();
  private final List<String> parents = new ArrayList<>();
  private int access;

  private ClassShape() {
    super(OpenedClassReader.ASM_API);
  }

  static ClassShape of(byte[] classFile) {
    ClassShape shape = new ClassShape();
    OpenedClassReader.of(classFile)
        .accept(shape, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    return shape;
  }

  static String field(String name, String descriptor) {
    return name + ":" + descriptor;
  }

  boolean isInterface() {
    return (access & Opcodes.ACC_INTERFACE) != 0;
  }

  /** The superclass, if there is one, and the interfaces, in that order. */
  List<String> parents() {
    return parents;
  }

  /** The access flags of a member of its own; null if it has none such. */
  @Nullable Integer access(String member) {
    return members.get(member);
  }

  Map<String, Integer> members() {
    return members;
  }

  boolean hasFieldNamed(String name) {
    return members.keySet().stream().anyMatch(member -> member.startsWith(name + ":"));
  }

  @Override
  public void visit(
      int version,
      int flags,
      String name,
      @Nullable String generics,
      @Nullable String superName,
      String @Nullable [] interfaces) {
    access = flags;
    if (superName != null) {
      parents.add(superName);
    }
    if (interfaces != null) {
      parents.addAll(Arrays.asList(interfaces));
    }
  }

  @Override
  public @Nullable FieldVisitor visitField(
      int flags,
      String name,
      String descriptor,
      @Nullable String generics,
      @Nullable Object value) {
    members.put(field(name, descriptor), flags);
    return null;
  }

  @Override
  public @Nullable MethodVisitor visitMethod(
      int flags,
      String name,
      String descriptor,
      @Nullable String generics,
      String @Nullable [] exceptions) {
    members.put(name + descriptor, flags);
    return null;
  }
}
