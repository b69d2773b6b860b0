package org.tieredhdfs.mover.rules;

import java.util.regex.Pattern;

/**
 * A pattern of paths: {@code *}, {@code ?} and {@code **} stand for other characters; it fits a
 * path if it fits the whole of it or a directory on the way to it. Immutable.
 */
final class PathPattern {
  private final String text;
  private final Pattern pattern;

  /**
   * @param text an absolute path, as {@link #isAllowed} says
   */
  PathPattern(String text) {
    this.text = text;
    this.pattern = Pattern.compile(text.equals("/") ? "/.*" : expression(text), Pattern.DOTALL);
  }

  /** Whether a text is a pattern: absolute, and no slash at the end. */
  static boolean isAllowed(String text) {
    return text.startsWith("/")
        && !text.contains("//")
        && (text.length() == 1 || !text.endsWith("/"));
  }

  private static String expression(String text) {
    StringBuilder expression = new StringBuilder();
    for (String name : text.substring(1).split("/", -1)) {
      if (name.equals("**")) {
        expression.append("(?:/[^/]+)*");
        continue;
      }
      expression.append('/');
      name.codePoints()
          .mapToObj(Character::toString)
          .map(
              one ->
                  switch (one) {
                    case "*" -> "[^/]*";
                    case "?" -> "[^/]";
                    default -> Pattern.quote(one);
                  })
          .forEach(expression::append);
    }
    return expression.append("(?:/.*)?").toString();
  }

  /** Whether paths below a directory may match; true if unknown. */
  boolean mayFitBelow(String directory) {
    String[] names = text.substring(1).split("/", -1);
    String[] there = directory.equals("/") ? new String[0] : directory.substring(1).split("/", -1);
    StringBuilder beginning = new StringBuilder();
    for (int i = 0; i < Math.min(there.length, names.length) && !names[i].equals("**"); i++) {
      beginning.append('/').append(names[i]);
    }
    return beginning.isEmpty() || new PathPattern(beginning.toString()).fits(directory);
  }

  boolean fits(String path) {
    return pattern.matcher(path).matches();
  }

  @Override
  public String toString() {
    return text;
  }
}
