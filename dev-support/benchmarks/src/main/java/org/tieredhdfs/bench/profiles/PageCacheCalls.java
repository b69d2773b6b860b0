package org.tieredhdfs.bench.profiles;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.tieredhdfs.linux.LinuxTool;

/**
 * The system calls by which a DataNode manages the page cache. They are in libhadoop, which no
 * artifact of Maven has; so a small library has them here, the same as in the tests.
 */
final class PageCacheCalls {
  private static final String SOURCE =
      "hadoop-hdfs-tiered/overlay/src/test/resources/native/page_cache.c";
  private static final Duration LIMIT = Duration.ofMinutes(1);

  private PageCacheCalls() {}

  /**
   * Compiles the library and packs its agent.
   *
   * @param home the root of the repository
   * @param folder for both
   * @return the option by which a DataNode has them
   */
  static String javaOption(Path home, Path folder) throws IOException {
    if (!LinuxTool.isInstalled("gcc")) {
      throw new IOException("gcc is missing: this benchmark compiles two system calls with it");
    }
    Files.createDirectories(folder);
    Path library = folder.resolve("page_cache.so");
    Path include = Path.of(System.getProperty("java.home"), "include");
    LinuxTool.run(
        LIMIT,
        "gcc",
        "-shared",
        "-fPIC",
        "-I" + include,
        "-I" + include.resolve("linux"),
        "-o",
        library.toString(),
        home.resolve(SOURCE).toString());
    return "-javaagent:" + agent(folder.resolve("page-cache-agent.jar")) + "=" + library;
  }

  private static Path agent(Path file) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().putValue("Premain-Class", PageCacheAgent.class.getName());
    String entry = PageCacheAgent.class.getName().replace('.', '/') + ".class";
    try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file), manifest);
        InputStream in =
            Objects.requireNonNull(PageCacheAgent.class.getResourceAsStream("/" + entry))) {
      jar.putNextEntry(new JarEntry(entry));
      in.transferTo(jar);
    }
    return file;
  }
}
