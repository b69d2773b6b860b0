package org.tieredhdfs.house;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The rules for the packages of a module, as tests; each module has a subclass that runs them.
 *
 * <p>Looks at what the module was compiled to, so that comments and imports do not count.
 */
public abstract class PackageRules {
  /** The most classes of a package, so that it can be grasped at a glance. */
  static final int MAX_CLASSES = 25;

  private final JavaClasses classes;

  /** For the module in whose folder the test runs. */
  protected PackageRules() {
    this(Path.of("target", "classes"));
  }

  PackageRules(Path compiled) {
    classes = new ClassFileImporter().importPath(compiled);
  }

  /** The classes of the module, for rules of its own. */
  protected final JavaClasses classes() {
    return classes;
  }

  @Test
  final void packagesAreFreeOfCycles() {
    slices().assignedFrom(new Packages()).should().beFreeOfCycles().check(classes);
  }

  @Test
  final void noPackageHoldsMoreThanCanBeSeenAtAGlance() {
    Map<String, Long> crowded =
        classes.stream()
            .filter(one -> one.isTopLevelClass() && !isGenerated(one))
            .filter(one -> !one.getSimpleName().equals("package-info"))
            .collect(Collectors.groupingBy(JavaClass::getPackageName, Collectors.counting()));
    crowded.values().removeIf(count -> count <= MAX_CLASSES);
    if (!crowded.isEmpty()) {
      throw new AssertionError(
          "More than " + MAX_CLASSES + " classes in a package: " + new TreeMap<>(crowded));
    }
  }

  /** What protobuf has made nobody reads. */
  private static boolean isGenerated(JavaClass one) {
    return one.getPackageName().endsWith(".proto");
  }

  private static final class Packages implements SliceAssignment {
    @Override
    public SliceIdentifier getIdentifierOf(JavaClass one) {
      return isGenerated(one) ? SliceIdentifier.ignore() : SliceIdentifier.of(one.getPackageName());
    }

    @Override
    public String getDescription() {
      return "packages";
    }
  }
}
