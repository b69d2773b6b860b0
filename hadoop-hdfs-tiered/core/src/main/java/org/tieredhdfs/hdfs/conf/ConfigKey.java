package org.tieredhdfs.hdfs.conf;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.StringUtils.TraditionalBinaryPrefix;

/**
 * One configuration key: its name, kind, default, range and meaning, in the one place from which
 * the getters, the check at start and the reference page are made.
 *
 * <p>A name may hold placeholders in angle brackets ({@code dfs.tiered.storage.type.<TYPE>.number})
 * for families of keys; those are read by their owner, who calls {@link #named}.
 *
 * <p>A getter gives the value in range or throws a {@link ConfigurationFaultsException} that names
 * key, value and what is allowed. Immutable and thread-safe.
 *
 * @param name the key as it stands in {@code hdfs-site.xml}
 * @param kind what a value looks like
 * @param defaultValue the default in the notation of a configuration file; empty for none
 * @param min the least value of a number (durations in milliseconds, sizes in bytes)
 * @param max the greatest value of a number, in the same unit
 * @param choices the allowed values of a {@link Kind#CHOICE}, in any case of letters
 * @param readBy the processes that read it, for the reference page: {@code "NameNode, DataNode"}
 * @param description what it does, one or more plain sentences
 */
public record ConfigKey(
    String name,
    Kind kind,
    String defaultValue,
    double min,
    double max,
    List<String> choices,
    String readBy,
    String description) {

  private static final Pattern PLACEHOLDER = Pattern.compile("<[^>]+>");
  private static final Pattern LIST_SEPARATOR = Pattern.compile("[,\\n]");

  /** What the value of a key looks like. */
  public enum Kind {
    TEXT("text"),
    LIST("comma-separated list"),
    BOOLEAN("true or false"),
    INTEGER("whole number"),
    DECIMAL("number"),
    DURATION("duration, unit ns us ms s m h d, ms if none"),
    SIZE("size in bytes, suffix k m g t p"),
    CHOICE("one of a list");

    private final String notation;

    Kind(String notation) {
      this.notation = notation;
    }

    /** How a value is written, for error messages and the reference page. */
    public String notation() {
      return notation;
    }
  }

  public static ConfigKey text(String name, String defaultValue, String readBy, String doc) {
    return new ConfigKey(name, Kind.TEXT, defaultValue, 0, 0, List.of(), readBy, doc);
  }

  public static ConfigKey list(String name, String defaultValue, String readBy, String doc) {
    return new ConfigKey(name, Kind.LIST, defaultValue, 0, 0, List.of(), readBy, doc);
  }

  public static ConfigKey bool(String name, boolean defaultValue, String readBy, String doc) {
    String written = Boolean.toString(defaultValue);
    return new ConfigKey(name, Kind.BOOLEAN, written, 0, 0, List.of(), readBy, doc);
  }

  public static ConfigKey choice(
      String name, String defaultValue, List<String> choices, String readBy, String doc) {
    return new ConfigKey(name, Kind.CHOICE, defaultValue, 0, 0, List.copyOf(choices), readBy, doc);
  }

  public static ConfigKey integer(
      String name, long defaultValue, long min, long max, String readBy, String doc) {
    String written = Long.toString(defaultValue);
    return new ConfigKey(name, Kind.INTEGER, written, min, max, List.of(), readBy, doc);
  }

  /** A whole number without a default: it is a fault not to set it. */
  public static ConfigKey requiredInteger(
      String name, long min, long max, String readBy, String doc) {
    return new ConfigKey(name, Kind.INTEGER, "", min, max, List.of(), readBy, doc);
  }

  public static ConfigKey decimal(
      String name, double defaultValue, double min, double max, String readBy, String doc) {
    String written = Double.toString(defaultValue);
    return new ConfigKey(name, Kind.DECIMAL, written, min, max, List.of(), readBy, doc);
  }

  /** A duration; the default is written as in a file ({@code "30s"}), the bounds are in ms. */
  public static ConfigKey duration(
      String name, String defaultValue, long minMs, long maxMs, String readBy, String doc) {
    return new ConfigKey(name, Kind.DURATION, defaultValue, minMs, maxMs, List.of(), readBy, doc);
  }

  /** A size; the default is written as in a file ({@code "64m"}), the bounds are in bytes. */
  public static ConfigKey size(
      String name, String defaultValue, long minBytes, long maxBytes, String readBy, String doc) {
    return new ConfigKey(name, Kind.SIZE, defaultValue, minBytes, maxBytes, List.of(), readBy, doc);
  }

  /** This key of a family with its placeholders replaced, in the order in which they stand. */
  public ConfigKey named(String... replacements) {
    String filled = name;
    for (String replacement : replacements) {
      filled = PLACEHOLDER.matcher(filled).replaceFirst(Matcher.quoteReplacement(replacement));
    }
    return renamed(filled);
  }

  /** The same under another name. */
  public ConfigKey renamed(String other) {
    return new ConfigKey(other, kind, defaultValue, min, max, choices, readBy, description);
  }

  /** Whether this is a family of keys, not one key. */
  public boolean isFamily() {
    return name.indexOf('<') >= 0;
  }

  /** Whether {@code key} is this key or, for a family, one of it. */
  public boolean covers(String key) {
    if (!isFamily()) {
      return name.equals(key);
    }
    Matcher placeholder = PLACEHOLDER.matcher(name);
    StringBuilder expression = new StringBuilder();
    int from = 0;
    while (placeholder.find()) {
      expression.append(Pattern.quote(name.substring(from, placeholder.start()))).append("[^.]+");
      from = placeholder.end();
    }
    expression.append(Pattern.quote(name.substring(from)));
    return Pattern.matches(expression.toString(), key);
  }

  public String getText(Configuration conf) {
    return conf.getTrimmed(name, defaultValue);
  }

  /** The elements between commas and line ends, trimmed, without empty ones. */
  public List<String> getList(Configuration conf) {
    return Arrays.stream(LIST_SEPARATOR.split(getText(conf)))
        .map(String::strip)
        .filter(element -> !element.isEmpty())
        .toList();
  }

  public boolean getBoolean(Configuration conf) {
    return Boolean.parseBoolean(valid(conf));
  }

  /** The value of a {@link Kind#CHOICE}, lower case. */
  public String getChoice(Configuration conf) {
    return valid(conf).toLowerCase(Locale.ROOT);
  }

  public int getInt(Configuration conf) {
    return Math.toIntExact(getLong(conf));
  }

  /** The value of an {@link Kind#INTEGER}, a {@link Kind#DURATION} or a {@link Kind#SIZE}. */
  public long getLong(Configuration conf) {
    return parseWhole(valid(conf));
  }

  public double getDouble(Configuration conf) {
    return Double.parseDouble(valid(conf));
  }

  public long getDurationMs(Configuration conf) {
    return getLong(conf);
  }

  public long getSizeBytes(Configuration conf) {
    return getLong(conf);
  }

  /**
   * The error of the value in {@code conf}, one sentence that names the key, the value and what is
   * allowed; empty if it is valid.
   */
  public Optional<String> fault(Configuration conf) {
    return fault(getText(conf));
  }

  private Optional<String> fault(String value) {
    boolean good =
        switch (kind) {
          case TEXT, LIST -> true;
          case BOOLEAN -> List.of("true", "false").contains(value.toLowerCase(Locale.ROOT));
          case CHOICE -> choices.stream().anyMatch(value::equalsIgnoreCase);
          case INTEGER, DECIMAL, DURATION, SIZE -> isInRange(value);
        };
    return good ? Optional.empty() : Optional.of(refusal(value, allowed()));
  }

  /** The sentence that refuses {@code value}; {@code allowed} ends "it has to be ...". */
  public String refusal(String value, String allowed) {
    return name + ": '" + value + "' is not allowed; it has to be " + allowed;
  }

  /** What a value may be, for error messages and the reference page. */
  public String allowed() {
    return switch (kind) {
      case TEXT, LIST, BOOLEAN -> kind.notation();
      case CHOICE -> "one of " + String.join(", ", choices);
      case INTEGER -> String.format(Locale.ROOT, "a whole number from %d to %d", lo(), hi());
      case DECIMAL -> String.format(Locale.ROOT, "a number from %s to %s", min, max);
      case DURATION ->
          String.format(Locale.ROOT, "a %s, from %d ms to %d ms", kind.notation(), lo(), hi());
      case SIZE ->
          String.format(Locale.ROOT, "a %s, from %d to %d bytes", kind.notation(), lo(), hi());
    };
  }

  private long lo() {
    return (long) min;
  }

  private long hi() {
    return (long) max;
  }

  private String valid(Configuration conf) {
    String value = getText(conf);
    Optional<String> fault = fault(value);
    if (fault.isPresent()) {
      throw new ConfigurationFaultsException(List.of(fault.get()));
    }
    return value;
  }

  private boolean isInRange(String value) {
    if (value.isEmpty()) {
      return false;
    }
    try {
      if (kind == Kind.DECIMAL) {
        double number = Double.parseDouble(value);
        return number >= min && number <= max;
      }
      long number = parseWhole(value);
      return number >= lo() && number <= hi();
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private long parseWhole(String value) {
    return switch (kind) {
      case INTEGER -> Long.parseLong(value);
      case DURATION ->
          new Configuration(false).getTimeDurationHelper(name, value, TimeUnit.MILLISECONDS);
      case SIZE -> TraditionalBinaryPrefix.string2long(value);
      default -> throw new IllegalStateException(name + " is not a whole number");
    };
  }
}
