package org.tieredhdfs.hdfs.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.SortedSet;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.dynamic.ClassFileLocator;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.server.namenode.AuditLogger;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.hdfs.policies.CustomStoragePolicies;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.start.StartCheckAuditLogger;
import org.tieredhdfs.hdfs.types.StorageTypeBridge;

class LinkageTest {

  @Test
  void theHadoopThatIsBuiltHasAllThatOursNeeds() throws IOException {
    List<byte[]> ours = ClassFiles.in(OverlayJar.place(PatchPoint.class));
    ours.addAll(ClassFiles.in(OverlayJar.place(OverlayWeaver.class)));

    assertThat(ours).hasSizeGreaterThan(40);
    assertThat(new Linkage(Located.STOCK, name -> false).faults(ours)).isEmpty();
  }

  @Test
  void aMethodThatIsGoneIsNamedWithItsUser() throws IOException {
    ClassFileLocator locator =
        Located.instead(StorageType.class.getName(), empty(StorageType.class));

    assertThat(faults(locator, StorageTypeBridge.class))
        .contains(
            "there is no org.apache.hadoop.fs.StorageType.valueOf(Ljava/lang/String;)"
                + "Lorg/apache/hadoop/fs/StorageType;, which "
                + StorageTypeBridge.class.getName()
                + " needs");
  }

  @Test
  void aClassThatIsGoneIsNamed() throws IOException {
    ClassFileLocator without =
        new ClassFileLocator() {
          @Override
          public Resolution locate(String name) throws IOException {
            return name.equals(BlockStoragePolicy.class.getName())
                ? new Resolution.Illegal(name)
                : Located.STOCK.locate(name);
          }

          @Override
          public void close() {}
        };

    assertThat(faults(without, CustomStoragePolicies.class))
        .anyMatch(
            fault -> fault.startsWith("there is no class " + BlockStoragePolicy.class.getName()));
    assertThat(
            new Linkage(without, name -> name.endsWith("/BlockStoragePolicy"))
                .faults(List.of(file(CustomStoragePolicies.class))))
        .isEmpty();
  }

  @Test
  void aMethodThatAnInterfaceAsksForIsNamed() throws IOException {
    byte[] asking =
        new ByteBuddy()
            .redefine(AuditLogger.class)
            .defineMethod("flush", void.class, Modifier.PUBLIC | Modifier.ABSTRACT)
            .withoutCode()
            .make()
            .getBytes();

    assertThat(
            faults(
                Located.instead(AuditLogger.class.getName(), asking), StartCheckAuditLogger.class))
        .containsExactly(
            StartCheckAuditLogger.class.getName()
                + " does not implement "
                + AuditLogger.class.getName()
                + ".flush()V");
  }

  @Test
  void aFieldThatIsOpenedByNameIsNamed() throws IOException {
    ClassFileLocator locator =
        Located.instead(StorageType.class.getName(), empty(StorageType.class));

    assertThat(faults(locator, OpensAField.class))
        .anyMatch(
            fault -> fault.startsWith("there is no field org.apache.hadoop.fs.StorageType.isRAM"));
    assertThat(faults(Located.STOCK, OpensAField.class)).isEmpty();
  }

  /** Opens a private field of Hadoop. */
  static final class OpensAField {
    private OpensAField() {}

    static Object field() throws NoSuchFieldException {
      return StorageType.class.getDeclaredField("isRAM");
    }
  }

  private static SortedSet<String> faults(ClassFileLocator locator, Class<?> user)
      throws IOException {
    return new Linkage(locator, name -> false).faults(List.of(file(user)));
  }

  private static byte[] file(Class<?> type) throws IOException {
    return Located.STOCK.locate(type.getName()).resolve();
  }

  private static byte[] empty(Class<?> like) {
    return new ByteBuddy().subclass(Object.class).name(like.getName()).make().getBytes();
  }
}
