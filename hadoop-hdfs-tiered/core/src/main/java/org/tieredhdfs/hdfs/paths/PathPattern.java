package org.tieredhdfs.hdfs.paths;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A pattern of paths: {@code *}, {@code ?} and {@code **} stand for other characters; it fits a
 * path if it fits the whole of it or a directory on the way to it. Immutable.
 */
public final class PathPattern {
  private static final String ALL_BELOW = "(?:/.*)?";

  private final String text;
  private final Pattern pattern;

  /** The first name, the first two, and so on, up to the first {@code **}. */
  private final List<Pattern> beginnings = new ArrayList<>();

  /** The directories in which it fits names, and the names. */
  private final Pattern directory;

  private final Pattern name;

  /**
   * @param text an absolute path, as {@link #isAllowed} says
   */
  public PathPattern(String text) {
    this.text = text;
    this.pattern = compile(text.equals("/") ? "/.*" : expression(text) + ALL_BELOW);
    StringBuilder beginning = new StringBuilder();
    for (String part : text.substring(1).split("/", -1)) {
      if (part.isEmpty() || part.equals("**")) {
        break;
      }
      beginning.append('/').append(part);
      beginnings.add(compile(expression(beginning.toString()) + ALL_BELOW));
    }
    int last = text.lastIndexOf('/');
    this.directory = compile(last == 0 ? "/" : expression(text.substring(0, last)));
    this.name = name(text.substring(last + 1));
  }

  /** Whether a text is a pattern: absolute, and no slash at the end. */
  public static boolean isAllowed(String text) {
    return text.startsWith("/")
        && !text.contains("//")
        && (text.length() == 1 || !text.endsWith("/"));
  }

  /** The pattern of a single name, in which {@code *} and {@code ?} stand for other characters. */
  public static Pattern name(String text) {
    return compile(nameExpression(text));
  }

  private static Pattern compile(String expression) {
    return Pattern.compile(expression, Pattern.DOTALL);
  }

  private static String expression(String text) {
    StringBuilder expression = new StringBuilder();
    for (String part : text.substring(1).split("/", -1)) {
      // not a group for each directory, which would take a frame of the stack for each
      expression.append(part.equals("**") ? ALL_BELOW : "/" + nameExpression(part));
    }
    return expression.toString();
  }

  private static String nameExpression(String text) {
    StringBuilder expression = new StringBuilder();
    text.codePoints()
        .mapToObj(Character::toString)
        .map(
            one ->
                switch (one) {
                  case "*" -> "[^/]*";
                  case "?" -> "[^/]";
                  default -> Pattern.quote(one);
                })
        .forEach(expression::append);
    return expression.toString();
  }

  /** Whether paths below a directory may match; true if unknown. */
  public boolean mayFitBelow(String directory) {
    int depth = directory.equals("/") ? 0 : (int) directory.chars().filter(c -> c == '/').count();
    int known = Math.min(depth, beginnings.size());
    return known == 0 || beginnings.get(known - 1).matcher(directory).matches();
  }

  /** Whether {@link #fitsName} decides about what is directly in a directory. */
  public boolean mayFitIn(String directory) {
    return this.directory.matcher(directory).matches();
  }

  /** Whether it fits what has a name and is directly in a directory where it may fit. */
  public boolean fitsName(String name) {
    return this.name.matcher(name).matches();
  }

  /** Whether it fits a path, or a directory above it. */
  public boolean fits(String path) {
    return pattern.matcher(path).matches();
  }

  @Override
  public String toString() {
    return text;
  }
}
