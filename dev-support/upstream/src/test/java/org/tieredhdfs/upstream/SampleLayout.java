package org.tieredhdfs.upstream;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/** A layout such as the script makes, in which the samples stand for Hadoop's tests. */
final class SampleLayout {
  private final Path root;

  SampleLayout(Path root) throws IOException {
    this.root = root;
    for (String name :
        List.of("lib", "logs", "forks", "resources/hadoop-hdfs", "resources/hadoop-common")) {
      Files.createDirectories(root.resolve(name));
    }
    Path lib = root.resolve("lib");
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      Path path = Path.of(entry);
      if (entry.endsWith(".jar")) {
        Files.copy(path, lib.resolve(path.getFileName()));
      } else if (path.endsWith("classes")) {
        jar(lib.resolve("runner.jar"), path);
      } else if (path.endsWith("test-classes")) {
        jar(lib.resolve("hadoop-hdfs-9.9-tests.jar"), path);
      }
    }
    jar(lib.resolve("hadoop-common-9.9-tests.jar"), root.resolve("resources"));
  }

  TestClassPath classPath(List<Path> overlay) throws IOException {
    return new TestClassPath(
        root.resolve("lib"), root.resolve("resources"), root.resolve("conf"), overlay);
  }

  Fork.Settings settings(Duration classLimit) {
    return new Fork.Settings(List.of(), 128, classLimit, root.resolve("forks"), logs());
  }

  Path logs() {
    return root.resolve("logs");
  }

  Path forks() {
    return root.resolve("forks");
  }

  /** A sample by its simple name. */
  static TestClass sample(String name) {
    return new TestClass("hadoop-hdfs", "org.tieredhdfs.upstream.samples." + name);
  }

  private static void jar(Path jar, Path directory) throws IOException {
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file);
        Stream<Path> paths = Files.walk(directory)) {
      for (Path path : paths.filter(Files::isRegularFile).toList()) {
        out.putNextEntry(new JarEntry(directory.relativize(path).toString()));
        Files.copy(path, out);
      }
    }
  }
}
