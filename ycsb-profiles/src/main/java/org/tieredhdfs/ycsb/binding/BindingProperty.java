package org.tieredhdfs.ycsb.binding;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * One YCSB property that {@link HBaseBinding} reads: its key, default, range and meaning, in the
 * one place from which the binding and its reference page are made.
 *
 * <p>The first five keys mean what they mean in the HBase bindings that YCSB itself has, so that
 * property files made for those go on working. Beside the keys here, each property that begins with
 * {@code hbase.} or {@code zookeeper.} is set in the HBase client's configuration as it stands.
 */
public enum BindingProperty {
  TABLE("table", "usertable", "the name of a table", "The table that is read and written."),
  COLUMN_FAMILY(
      "columnfamily",
      null,
      "the name of a column family of the table",
      "The column family that holds the fields. There is no default."),
  CLIENT_BUFFERING(
      "clientbuffering",
      "false",
      List.of("true", "false"),
      "Whether each thread buffers inserts, updates and deletes and sends them"
          + " together. Reads and scans do not see buffered writes. The latency of a"
          + " write is that of adding it to the buffer, except for the write that fills"
          + " it."),
  WRITE_BUFFER_SIZE(
      "writebuffersize",
      "2097152",
      1,
      1L << 30,
      "How many bytes a thread buffers before it sends them, with clientbuffering."),
  DURABILITY(
      "durability",
      "USE_DEFAULT",
      List.of("USE_DEFAULT", "SKIP_WAL", "ASYNC_WAL", "SYNC_WAL", "FSYNC_WAL"),
      "The durability that HBase guarantees before a write counts as done."),
  CONFIG_RESOURCES(
      "configresources",
      "",
      "a comma-separated list of files",
      "HBase configuration files to read after the hbase-site.xml on the class path."),
  CONNECT_TIMEOUT_MS(
      "connecttimeoutms",
      "30000",
      100,
      3_600_000,
      "The timeout, in ms, for connecting to HBase and looking up the table together."),
  OPERATION_TIMEOUT_MS(
      "operationtimeoutms",
      "60000",
      100,
      3_600_000,
      "The timeout, in ms, of an operation, including retries of the HBase client."
          + " hbase.client.operation.timeout takes precedence if it is set."),
  RECONNECT_ATTEMPTS(
      "reconnectattempts",
      "2",
      0,
      100,
      "How often an operation that finds the connection closed opens a new one and retries."),
  EXIT_ON_FAILURE(
      "exitonfailure",
      "true",
      List.of("true", "false"),
      "Whether the process ends with exit code "
          + FailureExit.EXIT_CODE
          + " if a thread failed to start or buffered writes were lost; YCSB alone ends"
          + " with 0 then.");

  private final String key;
  private final String defaultValue;
  private final boolean required;
  private final String allowed;
  private final String choices;
  private final long min;
  private final long max;
  private final String description;

  BindingProperty(String key, @Nullable String value, String allowed, String description) {
    this(key, value, allowed, "", 0, 0, description);
  }

  BindingProperty(String key, String value, List<String> choices, String description) {
    this(
        key,
        value,
        "one of " + String.join(", ", choices),
        String.join(",", choices),
        0,
        0,
        description);
  }

  BindingProperty(String key, String value, long min, long max, String description) {
    this(
        key,
        value,
        String.format(Locale.ROOT, "a whole number from %d to %d", min, max),
        "",
        min,
        max,
        description);
  }

  BindingProperty(
      String key,
      @Nullable String value,
      String allowed,
      String choices,
      long min,
      long max,
      String description) {
    this.key = key;
    this.defaultValue = value == null ? "" : value;
    this.required = value == null;
    this.allowed = allowed;
    this.choices = choices;
    this.min = min;
    this.max = max;
    this.description = description;
  }

  public String key() {
    return key;
  }

  /** The default as it would be written; empty for none. */
  public String defaultValue() {
    return defaultValue;
  }

  /** What a value may be, for error messages and the reference page. */
  public String allowed() {
    return allowed;
  }

  public String description() {
    return description;
  }

  String text(Properties properties) {
    return properties.getProperty(key, defaultValue).trim();
  }

  boolean flag(Properties properties) {
    return Boolean.parseBoolean(text(properties));
  }

  long number(Properties properties) {
    return Long.parseLong(text(properties));
  }

  /** What is wrong with the value in {@code properties}; empty if it is good. */
  Optional<String> fault(Properties properties) {
    String value = text(properties);
    if (value.isEmpty() && required) {
      return Optional.of(key + ": not given; it has to be " + allowed);
    }
    boolean good = choices.isEmpty() || List.of(choices.split(",")).contains(value);
    if (max > 0) {
      good = isInRange(value);
    }
    return good
        ? Optional.empty()
        : Optional.of(key + ": '" + value + "' is not allowed; it has to be " + allowed);
  }

  private boolean isInRange(String value) {
    try {
      long number = Long.parseLong(value);
      return number >= min && number <= max;
    } catch (NumberFormatException e) {
      return false;
    }
  }
}
