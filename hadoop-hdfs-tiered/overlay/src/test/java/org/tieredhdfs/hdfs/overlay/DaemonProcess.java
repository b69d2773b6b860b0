package org.tieredhdfs.hdfs.overlay;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;

/** Runs a Hadoop daemon as a JVM of its own that is expected to end soon. */
final class DaemonProcess {
  private static final long LIMIT_SEC = 240;
  private static final String LOGGING =
      """
      log4j.rootLogger=INFO,console
      log4j.appender.console=org.apache.log4j.ConsoleAppender
      log4j.appender.console.layout=org.apache.log4j.PatternLayout
      log4j.appender.console.layout.ConversionPattern=%p %c: %m%n
      """;

  /** How a daemon ended, and all that it printed and logged. */
  record Ended(int exitCode, String output) {}

  private DaemonProcess() {}

  /** The class path of this test without test classes: woven classes, ours, stock. */
  static List<File> overlayFirst() {
    return overlayFirst(overlay());
  }

  static List<File> overlayFirst(File overlay) {
    List<File> files = new ArrayList<>(List.of(overlay));
    files.addAll(stockFirst());
    return files;
  }

  /** The same without the woven classes: ours and stock. */
  static List<File> stockFirst() {
    List<File> files = new ArrayList<>();
    String classPath = System.getProperty("java.class.path");
    for (String entry : classPath.split(File.pathSeparator, -1)) {
      File file = new File(entry);
      boolean ofThisModule = file.equals(overlay()) || entry.contains("test-classes");
      if (!ofThisModule && !entry.isEmpty() && !entry.endsWith("-tests.jar")) {
        files.add(file);
      }
    }
    return files;
  }

  private static File overlay() {
    return new File("target/classes").getAbsoluteFile();
  }

  /** A copy of the overlay that lacks one class. */
  static File overlayWithout(String classFile, Path copy) throws IOException {
    Path from = overlay().toPath();
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path to = copy.resolve(from.relativize(file).toString());
        if (!from.relativize(file).toString().equals(classFile)) {
          Files.createDirectories(to.getParent());
          Files.copy(file, to);
        }
      }
    }
    return copy.toFile();
  }

  static Ended run(
      Class<?> daemon,
      List<File> classPath,
      Map<String, String> site,
      Path folder,
      String... arguments)
      throws IOException, InterruptedException {
    return start(daemon, configured(classPath, site, folder), folder.resolve("out.log"), arguments);
  }

  /** Writes a configuration into {@code folder} and gives the class path with it in front. */
  static String configured(List<File> classPath, Map<String, String> site, Path folder)
      throws IOException {
    Path conf = Files.createDirectories(folder.resolve("conf"));
    Configuration written = new Configuration(false);
    site.forEach(written::set);
    try (var out = Files.newOutputStream(conf.resolve("hdfs-site.xml"))) {
      written.writeXml(out);
    }
    Files.copy(
        conf.resolve("hdfs-site.xml"),
        conf.resolve("core-site.xml"),
        StandardCopyOption.REPLACE_EXISTING);
    Files.writeString(conf.resolve("log4j.properties"), LOGGING);
    for (String webapp : List.of("hdfs", "datanode", "journal", "static")) {
      Files.createDirectories(conf.resolve("webapps").resolve(webapp).resolve("WEB-INF"));
    }
    List<String> entries = new ArrayList<>(List.of(conf.toString()));
    classPath.forEach(file -> entries.add(file.getPath()));
    return String.join(File.pathSeparator, entries);
  }

  /** Runs with a class path that brings its own configuration. */
  static Ended runAsIs(Class<?> daemon, List<File> classPath, Path folder)
      throws IOException, InterruptedException {
    List<String> entries = classPath.stream().map(File::getPath).toList();
    return start(daemon, String.join(File.pathSeparator, entries), folder.resolve("out.log"));
  }

  private static Ended start(Class<?> daemon, String classPath, Path log, String... arguments)
      throws IOException, InterruptedException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    List<String> command = new ArrayList<>(List.of(java, "-Xmx256m", "-cp", classPath));
    command.add(daemon.getName());
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    try {
      if (!process.waitFor(LIMIT_SEC, TimeUnit.SECONDS)) {
        throw new AssertionError(daemon + " did not refuse: " + Files.readString(log));
      }
      return new Ended(process.exitValue(), Files.readString(log, StandardCharsets.UTF_8));
    } finally {
      process.destroyForcibly();
    }
  }
}
