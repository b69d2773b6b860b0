package org.tieredhdfs.bench.jmh;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Writes the lines of a result to a file and to standard output. */
public final class JmhResults {
  private JmhResults() {}

  public static void write(Path out, List<String> lines) throws IOException {
    Path folder = out.toAbsolutePath().getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
    Files.write(out, lines);
    lines.forEach(System.out::println);
  }
}
