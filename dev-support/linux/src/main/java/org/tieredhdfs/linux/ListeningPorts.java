package org.tieredhdfs.linux;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/** The TCP ports on which one process listens, found by its sockets in {@code /proc}. */
public final class ListeningPorts {
  private static final String LISTEN = "0A";

  private ListeningPorts() {}

  /** The ports of process {@code pid}; empty if it has ended or belongs to another user. */
  public static SortedSet<Integer> of(long pid) {
    SortedSet<Integer> ports = new TreeSet<>();
    Path process = Path.of("/proc", Long.toString(pid));
    try {
      Set<String> inodes = socketInodes(process.resolve("fd"));
      for (String table : List.of("net/tcp", "net/tcp6")) {
        Path file = process.resolve(table);
        if (Files.exists(file)) {
          ports.addAll(parse(Files.readString(file), inodes));
        }
      }
    } catch (IOException gone) {
      return new TreeSet<>();
    }
    return ports;
  }

  private static Set<String> socketInodes(Path fdDir) throws IOException {
    Set<String> inodes = new HashSet<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(fdDir)) {
      for (Path file : files) {
        String target = target(file);
        if (target.startsWith("socket:[")) {
          inodes.add(target.substring("socket:[".length(), target.length() - 1));
        }
      }
    }
    return inodes;
  }

  private static String target(Path link) {
    try {
      return Files.readSymbolicLink(link).toString();
    } catch (IOException closedSince) {
      return "";
    }
  }

  /** The local ports of those sockets in a {@code /proc/net/tcp} table that listen. */
  static Set<Integer> parse(String table, Set<String> inodes) {
    Set<Integer> ports = new HashSet<>();
    table
        .lines()
        .skip(1)
        .map(line -> line.strip().split("\\s+", -1))
        .filter(fields -> fields.length > 9)
        .filter(fields -> fields[3].equals(LISTEN) && inodes.contains(fields[9]))
        .forEach(fields -> ports.add(port(fields[1])));
    return ports;
  }

  private static int port(String hexAddress) {
    return Integer.parseInt(hexAddress.substring(hexAddress.lastIndexOf(':') + 1), 16);
  }
}
