package org.tieredhdfs.bench.devices;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Limits how much memory a process takes from now on, its page cache included, while it is open: in
 * a control group of its own. What it had before does not count.
 */
public final class MemoryLimit implements AutoCloseable {
  private static final Path GROUPS = Path.of("/sys/fs/cgroup");
  private static final String FIRST_VERSION = ":memory:/";
  private static final String SECOND_VERSION = "0::/";
  private static final String MEMBERS = "cgroup.procs";

  private final Place place;
  private final String pid;
  private final UndoAtExit undo;

  /**
   * Where the group is.
   *
   * @param before the group that the process came from
   * @param group of its own
   * @param limit the file that takes its size
   */
  record Place(Path before, Path group, Path limit) {
    /**
     * @param root where the groups are mounted
     * @param lines those of {@code /proc/PID/cgroup}
     */
    static Place of(Path root, List<String> lines, long pid) throws IOException {
      String name = "tiered-bench-" + pid;
      for (String line : lines) {
        int at = line.indexOf(FIRST_VERSION);
        if (at > 0) {
          Path before = root.resolve("memory").resolve(line.substring(at + FIRST_VERSION.length()));
          Path group = before.resolve(name);
          return new Place(before, group, group.resolve("memory.limit_in_bytes"));
        }
      }
      for (String line : lines) {
        if (line.startsWith(SECOND_VERSION)) {
          // below a group with processes the second version has no limits, except below the root
          Path group = root.resolve(name);
          Path before = root.resolve(line.substring(SECOND_VERSION.length()));
          return new Place(before, group, group.resolve("memory.max"));
        }
      }
      throw new IOException("the kernel has no control groups of memory: " + lines);
    }
  }

  private MemoryLimit(Place place, long pid) {
    this.place = place;
    this.pid = Long.toString(pid);
    this.undo = UndoAtExit.of("the control group " + place.group(), this::undo);
  }

  /**
   * Limits a process.
   *
   * @throws IOException if the kernel has no control groups of memory, or refuses the limit
   */
  public static MemoryLimit set(long pid, long bytes) throws IOException {
    List<String> lines = Files.readAllLines(Path.of("/proc", Long.toString(pid), "cgroup"));
    Place place = Place.of(GROUPS, lines, pid);
    MemoryLimit limit = new MemoryLimit(place, pid);
    try {
      Files.createDirectory(place.group());
      Files.writeString(limit.place.limit(), Long.toString(bytes));
      Files.writeString(limit.place.group().resolve(MEMBERS), limit.pid);
      return limit;
    } catch (IOException e) {
      limit.close();
      throw e;
    }
  }

  /** Puts the process back where it was. */
  @Override
  public void close() throws IOException {
    undo.close();
  }

  private void undo() throws IOException {
    try {
      Files.writeString(place.before().resolve(MEMBERS), pid);
    } finally {
      Files.deleteIfExists(place.group());
    }
  }
}
