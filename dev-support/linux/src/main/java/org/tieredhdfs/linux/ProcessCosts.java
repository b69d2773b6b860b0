package org.tieredhdfs.linux;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;

/**
 * The cost of one or several processes since their start: processor time, and read and write system
 * calls. Immutable.
 *
 * <p>The calls are {@code syscr} and {@code syscw} of {@code /proc/PID/io}: read, write and their
 * relatives on files, pipes and sockets, sendfile as one of each. Calls that wait or wake (poll,
 * epoll, futex), open, close and send or recv are not among them.
 *
 * @param cpuNs in user and kernel mode, of threads that have ended too; a multiple of 10 ms
 * @param ioCalls reading and writing calls
 */
public record ProcessCosts(long cpuNs, long ioCalls) {
  public static final ProcessCosts NONE = new ProcessCosts(0, 0);

  /** {@code USER_HZ}, which is part of the kernel's interface and 100 on all that Java runs on. */
  private static final long NS_PER_TICK = 10_000_000;

  /** user and system time, counted from the state that follows the program's name. */
  private static final int USER_TICKS = 11;

  private static final int SYSTEM_TICKS = 12;

  /**
   * Those of one process as of now.
   *
   * @throws IOException if it has ended, or belongs to somebody else
   */
  public static ProcessCosts of(long pid) throws IOException {
    Path process = Path.of("/proc", Long.toString(pid));
    return parse(
        Files.readString(process.resolve("stat")), Files.readString(process.resolve("io")));
  }

  /** The sum over several processes as of now. */
  public static ProcessCosts of(Collection<Long> pids) throws IOException {
    ProcessCosts sum = NONE;
    for (long pid : pids) {
      sum = sum.plus(of(pid));
    }
    return sum;
  }

  /** Reads {@code /proc/PID/stat} and {@code /proc/PID/io}. */
  static ProcessCosts parse(String stat, String io) throws IOException {
    return new ProcessCosts(cpuNs(stat), count(io, "syscr: ") + count(io, "syscw: "));
  }

  /** Reads {@code stat} of a process or of one of its threads. */
  static long cpuNs(String stat) throws IOException {
    // the name stands in parentheses and may hold spaces and parentheses of its own
    String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ", -1);
    if (fields.length <= SYSTEM_TICKS) {
      throw new IOException("/proc/PID/stat: '" + stat.strip() + "' tells no processor time");
    }
    long ticks = Long.parseLong(fields[USER_TICKS]) + Long.parseLong(fields[SYSTEM_TICKS]);
    return ticks * NS_PER_TICK;
  }

  private static long count(String io, String label) throws IOException {
    return io.lines()
        .filter(line -> line.startsWith(label))
        .mapToLong(line -> Long.parseLong(line.substring(label.length())))
        .findFirst()
        .orElseThrow(() -> new IOException("/proc/PID/io: there is no '" + label.strip() + "'"));
  }

  public ProcessCosts plus(ProcessCosts other) {
    return new ProcessCosts(cpuNs + other.cpuNs, ioCalls + other.ioCalls);
  }

  /** What came on top since an earlier moment. */
  public ProcessCosts since(ProcessCosts earlier) {
    return new ProcessCosts(cpuNs - earlier.cpuNs, ioCalls - earlier.ioCalls);
  }
}
