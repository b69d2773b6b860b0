package org.tieredhdfs.localcluster.process;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.tieredhdfs.localcluster.spec.ClusterDirs;

/** Reads the ends of log files. */
public final class LogFiles {
  private static final int TAIL_BYTES = 256 * 1024;
  private static final int TAIL_LINES = 25;

  private LogFiles() {}

  /** The last lines of a daemon's log and of what it wrote to its standard streams. */
  static String tails(ClusterDirs dirs, String daemon) {
    StringBuilder text = new StringBuilder();
    for (Path file : List.of(dirs.log(daemon), dirs.out(daemon))) {
      List<String> lines = lines(end(file));
      if (!lines.isEmpty()) {
        text.append("\n--- ").append(file).append('\n').append(String.join("\n", lines));
      }
    }
    return text.toString();
  }

  /** Whether a daemon says that one of its ports was taken. */
  public static boolean hasLostPort(ClusterDirs dirs, String daemon) {
    String text = end(dirs.log(daemon)) + end(dirs.out(daemon));
    return text.contains("java.net.BindException") && text.contains("in use");
  }

  private static List<String> lines(String text) {
    List<String> lines = text.lines().toList();
    return lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size());
  }

  private static String end(Path file) {
    if (!Files.isRegularFile(file)) {
      return "";
    }
    try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
      in.seek(Math.max(0, in.length() - TAIL_BYTES));
      byte[] bytes = new byte[(int) Math.min(TAIL_BYTES, in.length())];
      int read = Math.max(0, in.read(bytes));
      return new String(bytes, 0, read, StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "cannot read " + file + ": " + e.getMessage();
    }
  }
}
