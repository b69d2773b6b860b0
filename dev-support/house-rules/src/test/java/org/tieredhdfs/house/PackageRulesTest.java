package org.tieredhdfs.house;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Planted faults are found, and what is in order is not one. */
class PackageRulesTest {
  @TempDir private Path folder;
  private final List<String> sources = new ArrayList<>();

  private void source(String packageName, String className, String body) throws IOException {
    Path file = folder.resolve("src").resolve(className + ".java");
    Files.createDirectories(file.getParent());
    Files.writeString(
        file, "package " + packageName + "; public class " + className + " { " + body + " }");
    sources.add(file.toString());
  }

  private PackageRules compiled() {
    List<String> arguments = new ArrayList<>(List.of("-proc:none", "-d", folder.toString()));
    arguments.addAll(sources);
    int failed =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, arguments.toArray(new String[0]));
    if (failed != 0) {
      throw new IllegalStateException("the planted sources do not compile");
    }
    return new PackageRules(folder) {};
  }

  @Test
  void twoPackagesThatUseEachOtherAreRefused() throws IOException {
    source("a", "One", "b.Two two;");
    source("b", "Two", "a.One one;");

    assertThatThrownBy(compiled()::packagesAreFreeOfCycles)
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("Cycle detected");
  }

  @Test
  void onePackageThatUsesAnotherIsNot() throws IOException {
    source("a", "One", "b.Two two;");
    source("b", "Two", "");

    assertThatCode(compiled()::packagesAreFreeOfCycles).doesNotThrowAnyException();
  }

  @Test
  void aCrowdedPackageIsRefused() throws IOException {
    for (int i = 0; i <= PackageRules.MAX_CLASSES; i++) {
      source("a", "Class" + i, "static class Inner {}");
    }

    assertThatThrownBy(compiled()::noPackageHoldsMoreThanCanBeSeenAtAGlance)
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("{a=26}");
  }

  @Test
  void nestedClassesDoNotCount() throws IOException {
    for (int i = 0; i < PackageRules.MAX_CLASSES; i++) {
      source("a", "Class" + i, "static class Inner {}");
    }

    assertThatCode(compiled()::noPackageHoldsMoreThanCanBeSeenAtAGlance).doesNotThrowAnyException();
  }
}
