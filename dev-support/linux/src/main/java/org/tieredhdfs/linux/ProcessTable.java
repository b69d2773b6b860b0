package org.tieredhdfs.linux;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The processes of this machine with their command lines, as the kernel shows them. */
public final class ProcessTable {
  private static final Pattern RSS = Pattern.compile("(?m)^VmRSS:\\s+(\\d+) kB$");

  private final Path proc;

  public ProcessTable() {
    this(Path.of("/proc"));
  }

  /**
   * @param proc where the process file system is mounted
   */
  ProcessTable(Path proc) {
    this.proc = proc;
  }

  /**
   * One running process.
   *
   * @param pid its number
   * @param arguments its command line, program first
   */
  public record Entry(long pid, List<String> arguments) {

    /** The value of an argument {@code <prefix>value}, or empty if no argument begins so. */
    public Optional<String> valueOf(String prefix) {
      return arguments.stream()
          .filter(argument -> argument.startsWith(prefix))
          .map(argument -> argument.substring(prefix.length()))
          .findFirst();
    }

    /** The file name of the program. */
    public String program() {
      String path = arguments.get(0);
      return path.substring(path.lastIndexOf('/') + 1);
    }
  }

  /** All processes whose command line can be read, lowest number first; never kernel threads. */
  public List<Entry> list() throws IOException {
    List<Entry> entries = new ArrayList<>();
    try (DirectoryStream<Path> pids = Files.newDirectoryStream(proc, "[0-9]*")) {
      for (Path pid : pids) {
        List<String> arguments = arguments(pid);
        if (!arguments.isEmpty()) {
          entries.add(new Entry(Long.parseLong(String.valueOf(pid.getFileName())), arguments));
        }
      }
    }
    entries.sort(Comparator.comparingLong(Entry::pid));
    return entries;
  }

  /** The process with this number, if there is one; one that only waits to be reaped is none. */
  public Optional<Entry> find(long pid) {
    List<String> arguments = arguments(proc.resolve(Long.toString(pid)));
    return arguments.isEmpty() ? Optional.empty() : Optional.of(new Entry(pid, arguments));
  }

  /** The processes that have exactly this string among their arguments. */
  public List<Entry> withArgument(String argument) throws IOException {
    return list().stream().filter(entry -> entry.arguments().contains(argument)).toList();
  }

  /** Memory of a process that is in RAM now, 0 if the process is gone. */
  public long residentBytes(long pid) {
    try {
      Matcher matcher = RSS.matcher(Files.readString(proc.resolve(pid + "/status")));
      return matcher.find() ? Long.parseLong(matcher.group(1)) * 1024 : 0;
    } catch (IOException gone) {
      return 0;
    }
  }

  /**
   * The environment that a process was started with.
   *
   * @throws IOException if it is gone, or another user's
   */
  public Map<String, String> environment(long pid) throws IOException {
    byte[] raw = Files.readAllBytes(proc.resolve(pid + "/environ"));
    Map<String, String> environment = new LinkedHashMap<>();
    for (String variable : parseCommandLine(new String(raw, StandardCharsets.UTF_8))) {
      int equals = variable.indexOf('=');
      if (equals > 0) {
        environment.put(variable.substring(0, equals), variable.substring(equals + 1));
      }
    }
    return environment;
  }

  /** The processes whose working directory or an open file lies in {@code dir}. */
  public List<Entry> usersOf(Path dir) throws IOException {
    return list().stream().filter(entry -> isUsing(entry.pid(), dir)).toList();
  }

  private boolean isUsing(long pid, Path dir) {
    Path process = proc.resolve(Long.toString(pid));
    if (pointsInto(process.resolve("cwd"), dir)) {
      return true;
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(process.resolve("fd"))) {
      for (Path file : files) {
        if (pointsInto(file, dir)) {
          return true;
        }
      }
    } catch (IOException gone) {
      return false;
    }
    return false;
  }

  private static boolean pointsInto(Path link, Path dir) {
    try {
      return Files.readSymbolicLink(link).startsWith(dir);
    } catch (IOException gone) {
      return false;
    }
  }

  private static List<String> arguments(Path pid) {
    try {
      byte[] raw = Files.readAllBytes(pid.resolve("cmdline"));
      return parseCommandLine(new String(raw, StandardCharsets.UTF_8));
    } catch (IOException gone) {
      return List.of();
    }
  }

  /** Splits what {@code /proc/<pid>/cmdline} holds: arguments that each end with a zero byte. */
  static List<String> parseCommandLine(String raw) {
    if (raw.isEmpty()) {
      return List.of();
    }
    String ended = raw.endsWith("\0") ? raw.substring(0, raw.length() - 1) : raw;
    return List.of(ended.split("\0", -1));
  }
}
