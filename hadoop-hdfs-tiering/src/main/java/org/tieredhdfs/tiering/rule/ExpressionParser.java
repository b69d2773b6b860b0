package org.tieredhdfs.tiering.rule;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.tieredhdfs.tiering.image.FileInode;

/** Reads the form of an expression, from left to right. Used once, by one thread. */
final class ExpressionParser {
  private static final int MAX_DEPTH = 100;
  private static final List<String> OPERATORS = List.of("!=", "<=", ">=", "=", "<", ">");
  private static final Condition NEVER = file -> false;

  private final String text;
  private final Comparisons comparisons;
  private final List<String> faults = new ArrayList<>();
  private int at;
  private int depth;

  /** Something after which the rest cannot be understood. */
  private static final class FormException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    FormException(String message) {
      super(message, null, false, false);
    }
  }

  ExpressionParser(String text, Comparisons comparisons) {
    this.text = text;
    this.comparisons = comparisons;
  }

  /** The condition; without a meaning if there are faults. */
  Condition parse() {
    try {
      Condition condition = any();
      if (!atEnd()) {
        throw form("'and', 'or' or the end is expected");
      }
      return condition;
    } catch (FormException e) {
      faults.add(e.getMessage());
      return NEVER;
    }
  }

  List<String> faults() {
    return faults;
  }

  private Condition any() {
    List<Condition> parts = new ArrayList<>(List.of(all()));
    while (takesWord("or")) {
      parts.add(all());
    }
    return parts.size() == 1 ? parts.get(0) : new Joined(parts, false);
  }

  private Condition all() {
    List<Condition> parts = new ArrayList<>(List.of(one()));
    while (takesWord("and")) {
      parts.add(one());
    }
    return parts.size() == 1 ? parts.get(0) : new Joined(parts, true);
  }

  private Condition one() {
    if (++depth > MAX_DEPTH) {
      throw form("it is nested more than " + MAX_DEPTH + " times");
    }
    try {
      if (takesWord("not")) {
        return new Negated(one());
      }
      if (takes("(")) {
        Condition inner = any();
        if (!takes(")")) {
          throw form("')' is expected");
        }
        return inner;
      }
      return comparison();
    } finally {
      depth--;
    }
  }

  private Condition comparison() {
    int start = skipSpace();
    while (at < text.length() && isOfWord(text.charAt(at))) {
      at++;
    }
    String field = text.substring(start, at);
    if (field.isEmpty()) {
      throw form("one of " + FileField.words() + " is expected");
    }
    String operator = operator();
    List<String> values = new ArrayList<>();
    do {
      values.add(value());
    } while (takes(","));
    List<String> wrong = new ArrayList<>();
    Condition condition = comparisons.of(field, operator, values, wrong);
    faults.addAll(wrong);
    return condition == null ? NEVER : condition;
  }

  private String operator() {
    for (String operator : OPERATORS) {
      if (takes(operator)) {
        return operator;
      }
    }
    throw form("one of = != < <= > >= is expected");
  }

  /** All up to a space, a comma or a closing parenthesis, or what stands in quotes. */
  private String value() {
    skipSpace();
    if (at < text.length() && text.charAt(at) == '"') {
      return quoted();
    }
    int start = at;
    while (at < text.length() && !isEndOfValue(text.charAt(at))) {
      at++;
    }
    if (start == at) {
      throw form("a value is expected");
    }
    return text.substring(start, at);
  }

  private String quoted() {
    StringBuilder value = new StringBuilder();
    for (at++; at < text.length(); at++) {
      char c = text.charAt(at);
      if (c == '"') {
        at++;
        return value.toString();
      }
      if (c == '\\' && at + 1 < text.length()) {
        at++;
        c = text.charAt(at);
      }
      value.append(c);
    }
    throw form("a closing '\"' is expected");
  }

  private boolean takesWord(String word) {
    int start = skipSpace();
    int end = start + word.length();
    if (text.startsWith(word, start) && (end == text.length() || !isOfWord(text.charAt(end)))) {
      at = end;
      return true;
    }
    return false;
  }

  private boolean takes(String sign) {
    if (text.startsWith(sign, skipSpace())) {
      at += sign.length();
      return true;
    }
    return false;
  }

  private boolean atEnd() {
    return skipSpace() == text.length();
  }

  private int skipSpace() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    return at;
  }

  private static boolean isOfWord(char c) {
    return Character.isLetterOrDigit(c) || c == '-' || c == '_';
  }

  private static boolean isEndOfValue(char c) {
    return Character.isWhitespace(c) || c == ',' || c == ')';
  }

  private FormException form(String expected) {
    String there = at < text.length() ? "'" + text.substring(at) + "'" : "the end";
    return new FormException("'" + text + "': at " + there + ", " + expected);
  }

  record Negated(Condition inner) implements Condition {
    @Override
    public boolean fits(FileInode file) {
      return !inner.fits(file);
    }

    @Override
    public int cost() {
      return inner.cost();
    }
  }

  /** Several, of which all or one have to hold; what costs little is looked at first. */
  private static final class Joined implements Condition {
    private final Condition[] parts;
    private final boolean isAll;

    Joined(List<Condition> parts, boolean isAll) {
      this.parts = parts.toArray(new Condition[0]);
      Arrays.sort(this.parts, Comparator.comparingInt(Condition::cost));
      this.isAll = isAll;
    }

    @Override
    public boolean fits(FileInode file) {
      for (Condition part : parts) {
        if (part.fits(file) != isAll) {
          return !isAll;
        }
      }
      return isAll;
    }

    @Override
    public int cost() {
      return parts[parts.length - 1].cost();
    }
  }
}
