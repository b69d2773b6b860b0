package org.tieredhdfs.linux;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.regex.Pattern;

/**
 * The processor time that Java processes have spent to compile their own code.
 *
 * <p>It falls with their age. Where it is large, daemons were compared that had just started.
 */
public final class CompilerTimes {
  /** HotSpot's threads; the kernel keeps 15 characters of a name. */
  private static final Pattern COMPILER = Pattern.compile("C[12] CompilerThre.*");

  private CompilerTimes() {}

  /**
   * The time of all compiler threads that run now, in nanoseconds; a multiple of 10 ms. HotSpot may
   * end one that has nothing to do, if it has several of a kind; that one's time is lost.
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
    } catch (IOException e) {
      return 0; // it ended just now, before its files were opened or after
    }
  }
}
