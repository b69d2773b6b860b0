package org.tieredhdfs.upstream;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The published tests of Hadoop, and their class path on either side.
 *
 * <pre>
 *   stock: resources and tests of the class's module, of the other module, Hadoop's jars, all others
 *   ours:  hdfs-site.xml, overlay jars, then as stock
 * </pre>
 *
 * <p>The resources of both modules have files of equal names; a test sees those of its own module,
 * as it does in Hadoop's build.
 */
final class TestClassPath {
  /** The class whose origin tells the sides apart: it is woven, and every test loads it. */
  static final String PROBE_CLASS = "org.apache.hadoop.fs.StorageType";

  private static final String SUFFIX = ".class";
  private static final List<String> MODULES = List.of("hadoop-hdfs", "hadoop-common");

  private final Path resources;
  private final Path frontConf;
  private final List<Path> overlay;
  private final List<Path> libraries;

  /**
   * @param lib directory of Hadoop's jars, its tests jars, and what they need
   * @param resources directory with a directory for each module: its tests and their resources
   * @param overlay our jars, first one first
   */
  TestClassPath(Path lib, Path resources, Path frontConf, List<Path> overlay) throws IOException {
    this.resources = resources;
    this.frontConf = frontConf;
    this.overlay = List.copyOf(overlay);
    try (Stream<Path> files = Files.list(lib)) {
      this.libraries = files.filter(file -> nameOf(file).endsWith(".jar")).sorted().toList();
    }
  }

  /**
   * The published test classes that patterns name, sorted.
   *
   * @param patterns simple or full names; {@code *} stands for any characters
   * @throws IllegalArgumentException naming the patterns that match nothing
   */
  List<TestClass> classesMatching(List<String> patterns) throws IOException {
    List<TestClass> all = new ArrayList<>();
    for (String module : MODULES) {
      try (JarFile jar = new JarFile(testsJar(module).toFile())) {
        jar.stream()
            .map(JarEntry::getName)
            .filter(name -> name.endsWith(SUFFIX) && name.indexOf('$') < 0)
            .map(name -> name.substring(0, name.length() - SUFFIX.length()).replace('/', '.'))
            .forEach(name -> all.add(new TestClass(module, name)));
      }
    }
    List<String> unmatched =
        patterns.stream()
            .filter(pattern -> all.stream().noneMatch(test -> matches(pattern, test)))
            .toList();
    if (!unmatched.isEmpty()) {
      throw new IllegalArgumentException(
          "no such test class in the published tests jars: " + String.join(", ", unmatched));
    }
    return all.stream()
        .filter(test -> patterns.stream().anyMatch(pattern -> matches(pattern, test)))
        .sorted(Comparator.comparing(TestClass::name).thenComparing(TestClass::module))
        .toList();
  }

  private static boolean matches(String pattern, TestClass test) {
    String subject = pattern.indexOf('.') < 0 ? test.simpleName() : test.name();
    return Pattern.matches("\\Q" + pattern.replace("*", "\\E.*\\Q") + "\\E", subject);
  }

  Path resourcesOf(String module) {
    return resources.resolve(module);
  }

  String of(TestSide side, TestClass test) {
    List<Path> entries = new ArrayList<>();
    if (side == TestSide.OURS) {
      entries.add(frontConf);
      entries.addAll(overlay);
    }
    Stream.concat(Stream.of(test.module()), MODULES.stream())
        .forEach(
            module -> {
              entries.add(resourcesOf(module));
              entries.add(testsJar(module));
            });
    libraries.stream().filter(jar -> nameOf(jar).startsWith("hadoop-")).forEach(entries::add);
    entries.addAll(libraries);
    return entries.stream()
        .map(Path::toString)
        .distinct()
        .collect(Collectors.joining(File.pathSeparator));
  }

  /** Checks where {@link #PROBE_CLASS} was loaded from on a side. */
  void requireOrigin(TestSide side, String origin) {
    boolean fromOverlay = overlay.stream().anyMatch(jar -> jar.toString().equals(origin));
    if (fromOverlay != (side == TestSide.OURS)) {
      throw new IllegalStateException(
          "on side %s, %s was loaded from %s: %s"
              .formatted(
                  side.label(),
                  PROBE_CLASS,
                  origin,
                  fromOverlay
                      ? "stock was not tested"
                      : "the overlay is not in front or not woven"));
    }
  }

  private Path testsJar(String module) {
    return libraries.stream()
        .filter(jar -> nameOf(jar).matches(module + "-[0-9].*-tests\\.jar"))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("no tests jar of " + module + " in " + libraries));
  }

  private static String nameOf(Path file) {
    return String.valueOf(file.getFileName());
  }
}
