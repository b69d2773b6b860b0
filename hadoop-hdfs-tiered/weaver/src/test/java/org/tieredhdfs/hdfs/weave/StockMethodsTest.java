package org.tieredhdfs.hdfs.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Constructor;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.implementation.MethodCall;
import net.bytebuddy.implementation.StubMethod;
import net.bytebuddy.matcher.ElementMatchers;
import org.apache.hadoop.fs.StorageType;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.hdfs.weave.patches.Patches;

class StockMethodsTest {
  private static final String STRIPED =
      "org.apache.hadoop.hdfs.server.namenode.ErasureCodingPolicyManager";

  private final HadoopHere hadoop;

  StockMethodsTest() throws IOException {
    hadoop = new HadoopHere();
  }

  @Test
  void everyMethodThatThePatchesNeedIsRecordedForTheHadoopThatIsBuilt() throws IOException {
    String version = HadoopHere.version();
    StockMethods methods = new StockMethods(hadoop.locator(), Patches.all());

    assertThat(methods.faults(KnownDigests.recorded()))
        .as("if a patch point is new or changed: dev-support/write-stock-digests")
        .isEmpty();
    assertThat(methods.digests()).hasSizeGreaterThan(Patches.all().size());
    methods
        .digests()
        .forEach(
            (method, digest) ->
                assertThat(KnownDigests.recorded().of(method).get(digest))
                    .as("%s: dev-support/write-stock-digests", method)
                    .contains(version));
  }

  @Test
  void aMethodThatDoesSomethingElseIsNamedWithWhatIsKnownAndWhatWasFound() throws IOException {
    byte[] changed =
        new ByteBuddy()
            .redefine(StorageType.class)
            .method(ElementMatchers.named("parseStorageType"))
            .intercept(StubMethod.INSTANCE)
            .make()
            .getBytes();
    String found =
        MethodDigest.ofAll(changed).get("parseStorageType(I)Lorg/apache/hadoop/fs/StorageType;");

    assertThat(
            new StockMethods(Located.instead(StorageType.class.getName(), changed), Patches.all())
                .faults(KnownDigests.recorded()))
        .filteredOn(fault -> fault.contains("StorageType.parseStorageType(I)"))
        .singleElement()
        .asString()
        .contains("differs: known are", " of ", HadoopHere.version())
        .endsWith("found " + found);
  }

  @Test
  void howConstantsAreMadeCountsThoughItIsNotPatched() throws IOException {
    byte[] changed =
        new ByteBuddy()
            .redefine(StorageType.class)
            .constructor(
                ElementMatchers.takesArguments(
                    String.class, int.class, boolean.class, boolean.class))
            .intercept(MethodCall.invoke(enumConstructor()).withArgument(0, 1))
            .make()
            .getBytes();

    assertThat(
            new StockMethods(Located.instead(StorageType.class.getName(), changed), Patches.all())
                .faults(KnownDigests.recorded()))
        .anyMatch(fault -> fault.contains("StorageType.<init>(Ljava/lang/String;IZZ)V differs"));
  }

  @Test
  void aMethodOrClassThatIsGoneIsNamed() throws IOException {
    byte[] without = new ByteBuddy().subclass(Object.class).name(STRIPED).make().getBytes();

    assertThat(
            new StockMethods(Located.instead(STRIPED, without), Patches.all())
                .faults(KnownDigests.recorded()))
        .containsExactly(
            STRIPED
                + ".checkStoragePolicySuitableForECStripedMode(byte) is missing (STRIPED_POLICY)");
    assertThat(
            new StockMethods(ClassFileLocator.NoOp.INSTANCE, Patches.all())
                .faults(KnownDigests.recorded()))
        .hasSameSizeAs(Patches.all())
        .contains("there is no class " + STRIPED);
  }

  @Test
  void aVersionThatIsNotKnownIsNoReason() {
    KnownDigests known = KnownDigests.parse("a.B c()V 01 3.4.3,3.5.0\n");
    known.add(new StockMethod("a.B", "c()V"), "01", "9.9-vendor");

    assertThat(known.toText()).contains("a.B c()V 01 3.4.3,3.5.0,9.9-vendor");
  }

  private static Constructor<?> enumConstructor() {
    try {
      return Enum.class.getDeclaredConstructor(String.class, int.class);
    } catch (NoSuchMethodException e) {
      throw new AssertionError(e);
    }
  }
}
