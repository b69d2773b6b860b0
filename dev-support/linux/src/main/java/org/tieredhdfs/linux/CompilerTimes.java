package org.tieredhdfs.linux;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.regex.Pattern;

/**
 * The processor time that Java processes have spent to compile their own code, which falls with
 * their age: by it a comparison of young daemons is told from one of daemons that have run for
 * long.
 */
public final class CompilerTimes {
  /** HotSpot's threads; the kernel keeps 15 characters of a name. */
  private static final Pattern COMPILER = Pattern.compile("C[12] CompilerThre.*");

  private CompilerTimes() {}

  /**
   * The time of all compiler threads that run now, in nanoseconds; a multiple of 10 ms.
   *
   * @throws IOException if a process has ended
   */
  public static long nanos(Collection<Long> pids) throws IOException {
    long sum = 0;
    for (long pid : pids) {
      Path tasks = Path.of("/proc", Long.toString(pid), "task");
      try (DirectoryStream<Path> threads = Files.newDirectoryStream(tasks)) {
        for (Path thread : threads) {
          sum += nanos(thread);
        }
      }
    }
    return sum;
  }

  private static long nanos(Path thread) throws IOException {
    try {
      return COMPILER.matcher(Files.readString(thread.resolve("comm")).strip()).matches()
          ? ProcessCosts.cpuNs(Files.readString(thread.resolve("stat")))
          : 0;
    } catch (NoSuchFileException e) {
      return 0; // it ended just now
    }
  }
}
