package org.tieredhdfs.hdfs.paths;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * The rules for the name of a directory to which a policy may be given.
 *
 * <p>Stateless.
 */
final class DirectoryName {
  private static final List<String> RESERVED = List.of(".reserved", ".snapshot");

  private DirectoryName() {}

  /** What is allowed instead of {@code path}; empty if it is valid. */
  static Optional<String> allowedInsteadOf(String path) {
    if (!path.startsWith("/")) {
      return Optional.of("an absolute path, without scheme and host");
    }
    if (path.equals("/")) {
      return Optional.empty();
    }
    String normalised = normalise(path);
    if (!path.equals(normalised)) {
      return Optional.of("a normalised path; this one is " + normalised);
    }
    for (String part : path.substring(1).split("/", -1)) {
      if (part.indexOf(':') >= 0) {
        return Optional.of("a path without ':', which HDFS does not allow");
      }
      if (RESERVED.contains(part)) {
        return Optional.of("a path outside " + part + ", which is reserved by HDFS");
      }
    }
    return Optional.empty();
  }

  private static String normalise(String path) {
    Deque<String> parts = new ArrayDeque<>();
    for (String part : path.split("/", -1)) {
      if (part.equals("..")) {
        parts.pollLast();
      } else if (!part.isEmpty() && !part.equals(".")) {
        parts.addLast(part);
      }
    }
    return "/" + String.join("/", parts);
  }
}
