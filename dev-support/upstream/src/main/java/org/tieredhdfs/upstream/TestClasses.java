package org.tieredhdfs.upstream;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;

/** The test classes in published jars, found by simple or full name; {@code *} stands for any. */
final class TestClasses {
  private static final String SUFFIX = ".class";

  private final List<TestClass> all;

  private TestClasses(List<TestClass> all) {
    this.all = all;
  }

  /**
   * Every top-level class of these jars.
   *
   * @param jars by the module that they belong to
   */
  static TestClasses in(Map<String, Path> jars) throws IOException {
    List<TestClass> classes = new ArrayList<>();
    for (Map.Entry<String, Path> entry : jars.entrySet()) {
      try (JarFile jar = new JarFile(entry.getValue().toFile())) {
        jar.stream()
            .map(JarEntry::getName)
            .filter(name -> name.endsWith(SUFFIX) && name.indexOf('$') < 0)
            .map(name -> name.substring(0, name.length() - SUFFIX.length()).replace('/', '.'))
            .forEach(name -> classes.add(new TestClass(entry.getKey(), name)));
      }
    }
    return new TestClasses(classes);
  }

  /**
   * The classes that the patterns name, sorted.
   *
   * @throws IllegalArgumentException naming the patterns that match nothing
   */
  SortedSet<TestClass> matching(List<String> patterns) {
    SortedSet<TestClass> found = new TreeSet<>();
    List<String> unmatched = new ArrayList<>();
    for (String pattern : patterns) {
      List<TestClass> matches = all.stream().filter(test -> matches(pattern, test)).toList();
      if (matches.isEmpty()) {
        unmatched.add(pattern);
      }
      found.addAll(matches);
    }
    if (!unmatched.isEmpty()) {
      throw new IllegalArgumentException(
          "no such test class in the published tests jars: " + String.join(", ", unmatched));
    }
    return found;
  }

  private static boolean matches(String pattern, TestClass test) {
    String subject = pattern.indexOf('.') < 0 ? test.simpleName() : test.name();
    return Pattern.matches("\\Q" + pattern.replace("*", "\\E.*\\Q") + "\\E", subject);
  }
}
