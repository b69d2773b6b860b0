package org.tieredhdfs.upstream;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The class path of Hadoop's tests on either side.
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

  private static final List<String> MODULES = List.of("hadoop-hdfs", "hadoop-common");

  private final Path resources;
  private final Path frontConf;
  private final List<Path> overlay;
  private final List<Path> libraries;

  /**
   * @param lib directory of Hadoop's jars, its tests jars, and what they need
   * @param resources directory with a directory for each module: its tests and their resources
   * @param frontConf directory with our {@code hdfs-site.xml}
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

  /** The jars with Hadoop's published tests, by module. */
  Map<String, Path> testsJars() {
    Map<String, Path> jars = new LinkedHashMap<>();
    MODULES.forEach(module -> jars.put(module, testsJar(module)));
    return jars;
  }

  /** The directory with the test resources of a module. */
  Path resourcesOf(String module) {
    return resources.resolve(module);
  }

  /** The class path of a class's process, in the form of the {@code java} command. */
  String of(TestSide side, TestClass test) {
    List<Path> entries = new ArrayList<>();
    if (side == TestSide.OURS) {
      entries.add(frontConf);
      entries.addAll(overlay);
    }
    List<String> modules = new ArrayList<>(MODULES);
    modules.remove(test.module());
    modules.add(0, test.module());
    for (String module : modules) {
      entries.add(resourcesOf(module));
      entries.add(testsJar(module));
    }
    libraries.stream().filter(jar -> nameOf(jar).startsWith("hadoop-")).forEach(entries::add);
    entries.addAll(libraries);
    return entries.stream()
        .map(Path::toString)
        .distinct()
        .collect(Collectors.joining(File.pathSeparator));
  }

  /** What is wrong with the origin of {@link #PROBE_CLASS} on a side; empty if nothing is. */
  String faultOfOrigin(TestSide side, String origin) {
    boolean fromOverlay = overlay.stream().anyMatch(jar -> jar.toString().equals(origin));
    if (fromOverlay == (side == TestSide.OURS)) {
      return "";
    }
    return "on side %s, %s was loaded from %s: %s"
        .formatted(
            side.label(),
            PROBE_CLASS,
            origin,
            fromOverlay ? "stock was not tested" : "the overlay is not in front or not woven");
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
