package org.tieredhdfs.hdfs.paths;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Text with backslash escapes.
 *
 * <p>Stateless.
 */
final class EscapedText {
  private static final String ESCAPABLE = ",\\= ";

  private EscapedText() {}

  /** The entries between commas and line ends, still escaped, trimmed, without empty ones. */
  static List<String> split(String text) {
    List<String> entries = new ArrayList<>();
    int start = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\') {
        i++;
      } else if (c == ',' || c == '\n') {
        entries.add(text.substring(start, i).strip());
        start = i + 1;
      }
    }
    entries.add(text.substring(start).strip());
    entries.removeIf(String::isEmpty);
    return entries;
  }

  /**
   * The text that is meant, without outer spaces that are not escaped; empty if a backslash stands
   * before something that needs none.
   */
  static Optional<String> unescape(String escaped) {
    StringBuilder meant = new StringBuilder();
    int end = 0;
    for (int i = 0; i < escaped.length(); i++) {
      char c = escaped.charAt(i);
      boolean literal = c == '\\';
      if (literal) {
        i++;
        if (i == escaped.length() || ESCAPABLE.indexOf(escaped.charAt(i)) < 0) {
          return Optional.empty();
        }
        c = escaped.charAt(i);
      }
      if (literal || !Character.isWhitespace(c)) {
        meant.append(c);
        end = meant.length();
      } else if (!meant.isEmpty()) {
        meant.append(c);
      }
    }
    meant.setLength(end);
    return Optional.of(meant.toString());
  }
}
