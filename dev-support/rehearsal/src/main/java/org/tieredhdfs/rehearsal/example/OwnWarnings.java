package org.tieredhdfs.rehearsal.example;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds warnings in logs that this project or a key of an example causes. */
final class OwnWarnings {
  private static final Pattern WARNING = Pattern.compile(" (WARN|ERROR|FATAL) ");

  /** Our loggers as the log files of daemons abbreviate them, and our name in others' messages. */
  private static final Pattern OURS =
      Pattern.compile("\\bor\\.ti\\.|tieredhdfs|dfs\\.tiered|hbase\\.tiered");

  /** Of Hadoop's own page server, beside which the mover's page stands. */
  private static final String HADOOPS = "AuthenticationFilter: ";

  /** Commands are all ours, and their log names classes without packages. */
  private static final List<String> COMMANDS = List.of("filemover.out", "pathpolicies.out");

  private OwnWarnings() {}

  /**
   * The lines, each with its file before it.
   *
   * @param keys of the example: one that is deprecated is a fault, too
   */
  static List<String> in(Path logs, Collection<String> keys) throws IOException {
    List<String> found = new ArrayList<>();
    try (Stream<Path> files = Files.list(logs)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        String name = file.getFileName().toString();
        for (String line : Files.readAllLines(file)) {
          if (isFault(name, line, keys)) {
            found.add(name + ": " + line);
          }
        }
      }
    }
    return found;
  }

  static boolean isFault(String file, String line, Collection<String> keys) {
    boolean isOurs =
        OURS.matcher(line).find() || (COMMANDS.contains(file) && !line.contains(HADOOPS));
    return (isOurs && WARNING.matcher(line).find())
        || (line.contains(" is deprecated") && keys.stream().anyMatch(line::contains));
  }
}
