package org.tieredhdfs.hdfs.weave;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/** Reads all class files of a jar or folder. */
final class ClassFiles {
  private ClassFiles() {}

  static List<byte[]> in(Path place) throws IOException {
    return Files.isDirectory(place) ? inFolder(place) : inJar(place);
  }

  private static List<byte[]> inFolder(Path folder) throws IOException {
    List<byte[]> files = new ArrayList<>();
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path file : all.filter(each -> each.toString().endsWith(".class")).toList()) {
        files.add(Files.readAllBytes(file));
      }
    }
    return files;
  }

  private static List<byte[]> inJar(Path path) throws IOException {
    List<byte[]> files = new ArrayList<>();
    try (JarFile jar = new JarFile(path.toFile())) {
      for (Enumeration<JarEntry> entries = jar.entries(); entries.hasMoreElements(); ) {
        JarEntry entry = entries.nextElement();
        if (entry.getName().endsWith(".class") && !entry.getName().startsWith("META-INF/")) {
          try (InputStream in = jar.getInputStream(entry)) {
            files.add(in.readAllBytes());
          }
        }
      }
    }
    return files;
  }
}
