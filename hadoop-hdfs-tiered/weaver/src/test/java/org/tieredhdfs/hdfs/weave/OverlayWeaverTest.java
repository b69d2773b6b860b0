package org.tieredhdfs.hdfs.weave;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.implementation.StubMethod;
import net.bytebuddy.jar.asm.AnnotationVisitor;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.Type;
import net.bytebuddy.utility.OpenedClassReader;
import org.apache.hadoop.fs.StorageType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.start.Woven;

class OverlayWeaverTest {
  private static final ClassFileLocator STOCK =
      ClassFileLocator.ForClassLoader.of(OverlayWeaverTest.class.getClassLoader());

  @TempDir Path folder;

  @Test
  void weavesEveryClassOfTheListOnce() throws IOException {
    List<Path> files = new OverlayWeaver(STOCK, "test").weaveInto(folder);

    assertThat(files).hasSameSizeAs(PatchPoint.classNames());
    assertThat(files).allSatisfy(file -> assertThat(file).isNotEmptyFile());
  }

  @Test
  void secondRunGivesTheSameBytes() throws IOException {
    Path first = new OverlayWeaver(STOCK, "test").weaveInto(folder.resolve("a")).get(0);
    Path second = new OverlayWeaver(STOCK, "test").weaveInto(folder.resolve("b")).get(0);

    assertThat(second).hasSameBinaryContentAs(first);
  }

  /** In any other order two builds would differ: that of a loaded class changes with the JVM. */
  @Test
  void writesTheMarkInTheOrderOfItsDeclaration() throws IOException {
    List<Path> files = new OverlayWeaver(STOCK, "test").weaveInto(folder);

    assertThat(files)
        .allSatisfy(
            file ->
                assertThat(namesInMark(Files.readAllBytes(file)))
                    .containsExactly("points", "stockSha256", "hadoopVersion"));
  }

  private static List<String> namesInMark(byte[] classFile) {
    List<String> names = new ArrayList<>();
    OpenedClassReader.of(classFile)
        .accept(
            new ClassVisitor(OpenedClassReader.ASM_API) {
              @Override
              public @Nullable AnnotationVisitor visitAnnotation(
                  String descriptor, boolean visible) {
                if (!descriptor.equals(Type.getDescriptor(Woven.class))) {
                  return null;
                }
                return new AnnotationVisitor(OpenedClassReader.ASM_API) {
                  @Override
                  public void visit(String name, Object value) {
                    names.add(name);
                  }

                  @Override
                  public @Nullable AnnotationVisitor visitArray(String name) {
                    names.add(name);
                    return null;
                  }
                };
              }
            },
            ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    return names;
  }

  @Test
  void refusesAClassThatIsWovenAlready() throws IOException {
    new OverlayWeaver(STOCK, "test").weaveInto(folder);
    ClassFileLocator woven =
        new ClassFileLocator.Compound(new ClassFileLocator.ForFolder(folder.toFile()), STOCK);

    assertThatThrownBy(() -> new OverlayWeaver(woven, "test").weaveInto(folder))
        .isInstanceOf(WeavingException.class)
        .hasMessageContaining("woven already");
  }

  @Test
  void refusesAStockClassWithoutThePatchedMethodAndWritesNothing() throws IOException {
    String className = "org.apache.hadoop.hdfs.server.namenode.ErasureCodingPolicyManager";
    byte[] without = new ByteBuddy().subclass(Object.class).name(className).make().getBytes();
    Path out = folder.resolve("out");

    assertThatThrownBy(() -> new OverlayWeaver(with(className, without), "9.9").weaveInto(out))
        .isInstanceOf(WeavingException.class)
        .hasMessageContaining("STRIPED_POLICY")
        .hasMessageContaining("checkStoragePolicySuitableForECStripedMode")
        .hasMessageContaining("hit 0 methods");
    assertThat(Files.exists(out)).isFalse();
  }

  @Test
  void refusesAStockMethodThatNoLongerDoesWhatIsReplaced() {
    String className = "org.apache.hadoop.hdfs.server.namenode.FSEditLogOp$SetQuotaByStorageTypeOp";
    byte[] other =
        new ByteBuddy()
            .subclass(Object.class)
            .name(className)
            .defineMethod("writeFields", void.class)
            .intercept(StubMethod.INSTANCE)
            .defineMethod("toXml", void.class)
            .intercept(StubMethod.INSTANCE)
            .make()
            .getBytes();

    assertThatThrownBy(() -> new OverlayWeaver(with(className, other), "9.9").weave(className))
        .isInstanceOf(WeavingException.class)
        .hasMessageContaining("QUOTA_EDIT changed nothing");
  }

  @Test
  void refusesAHadoopWithoutTheClass() {
    assertThatThrownBy(() -> new OverlayWeaver(ClassFileLocator.NoOp.INSTANCE, "9.9").weave("no.X"))
        .isInstanceOf(WeavingException.class)
        .hasMessageContaining("Hadoop 9.9 has no class no.X");
  }

  @Test
  void theStockClassOnThisClassPathIsLeftAlone() {
    assertThat(StorageType.values()).hasSize(6);
  }

  private static ClassFileLocator with(String className, byte[] bytes) {
    Map<String, byte[]> classes = new HashMap<>();
    classes.put(className, bytes);
    return new ClassFileLocator.Compound(new ClassFileLocator.Simple(classes), STOCK);
  }
}
