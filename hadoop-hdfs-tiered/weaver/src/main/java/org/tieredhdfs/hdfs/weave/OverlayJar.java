package org.tieredhdfs.hdfs.weave;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.LocalDateTime;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;

/** The jar of woven classes that stands before Hadoop's own. */
final class OverlayJar {
  /** Of every entry, so that the same classes give the same bytes. */
  private static final LocalDateTime ENTRY_TIME = LocalDateTime.of(2026, 1, 1, 0, 0);

  private OverlayJar() {}

  /** Writes a jar, whole or not at all. */
  static void write(Path jar, SortedMap<String, byte[]> classes) throws IOException {
    Path folder = jar.toAbsolutePath().getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      throw new WeavingException("there is no directory for " + jar);
    }
    Path unfinished = Files.createTempFile(folder, ".overlay", ".jar");
    try {
      try (OutputStream out = Files.newOutputStream(unfinished);
          JarOutputStream entries = new JarOutputStream(out)) {
        for (Map.Entry<String, byte[]> each : withTexts(classes).entrySet()) {
          JarEntry entry = new JarEntry(each.getKey());
          entry.setTimeLocal(ENTRY_TIME);
          entries.putNextEntry(entry);
          entries.write(each.getValue());
          entries.closeEntry();
        }
      }
      Files.move(unfinished, jar, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(unfinished);
    }
  }

  private static SortedMap<String, byte[]> withTexts(SortedMap<String, byte[]> classes)
      throws IOException {
    SortedMap<String, byte[]> all = new TreeMap<>(classes);
    all.put("META-INF/MANIFEST.MF", "Manifest-Version: 1.0\r\n\r\n".getBytes(US_ASCII));
    for (String name : new String[] {"META-INF/LICENSE", "META-INF/NOTICE"}) {
      all.put(name, text(name));
    }
    return all;
  }

  /** That of the jar which this class is in; others on the class path have files of that name. */
  private static byte[] text(String name) throws IOException {
    Path own = place(OverlayJar.class);
    if (Files.isDirectory(own)) {
      return Files.readAllBytes(own.resolve(name));
    }
    try (JarFile jar = new JarFile(own.toFile())) {
      return jar.getInputStream(jar.getEntry(name)).readAllBytes();
    }
  }

  /** The jar or folder that a class came from. */
  static Path place(Class<?> of) {
    try {
      return Path.of(of.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The marks of the woven classes in a jar, by the name of the class. */
  static SortedMap<String, OverlayMark> marks(Path jar) throws IOException {
    SortedMap<String, OverlayMark> marks = new TreeMap<>();
    for (byte[] classFile : ClassFiles.in(jar)) {
      OverlayMark.of(classFile).ifPresent(mark -> marks.put(mark.className(), mark));
    }
    return marks;
  }
}
