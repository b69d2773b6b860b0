package org.tieredhdfs.hdfs.weave;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import net.bytebuddy.jar.asm.AnnotationVisitor;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.Type;
import net.bytebuddy.utility.OpenedClassReader;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.start.Woven;

/**
 * The mark of a woven class, read from its file.
 *
 * @param className the binary name of the class
 * @param stockSha256 the digest of the stock class file
 * @param hadoopVersion the version of Hadoop that this came from
 */
record OverlayMark(String className, String stockSha256, String hadoopVersion) {

  /** The mark of a class file; nothing if it was not woven. */
  static Optional<OverlayMark> of(byte[] classFile) {
    Map<String, String> values = new HashMap<>();
    ClassReader reader = OpenedClassReader.of(classFile);
    reader.accept(
        new ClassVisitor(OpenedClassReader.ASM_API) {
          @Override
          public @Nullable AnnotationVisitor visitAnnotation(String descriptor, boolean visible) {
            if (!descriptor.equals(Type.getDescriptor(Woven.class))) {
              return null;
            }
            return new AnnotationVisitor(OpenedClassReader.ASM_API) {
              @Override
              public void visit(String name, Object value) {
                values.put(name, value.toString());
              }
            };
          }
        },
        ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    String digest = values.get("stockSha256");
    return digest == null
        ? Optional.empty()
        : Optional.of(
            new OverlayMark(
                reader.getClassName().replace('/', '.'),
                digest,
                values.getOrDefault("hadoopVersion", "of unknown version")));
  }
}
