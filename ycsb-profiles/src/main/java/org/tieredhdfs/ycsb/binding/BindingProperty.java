package org.tieredhdfs.ycsb.binding;

import java.util.Optional;
import java.util.Properties;

/**
 * One YCSB property that {@link HBaseBinding} reads: its key, default, range and meaning, in the
 * one place from which the binding and its reference page are made.
 *
 * <p>All but the last mean what they mean in the HBase bindings that YCSB itself has, so that
 * property files made for those go on working. Beside the keys here, each property that begins with
 * {@code hbase.} or {@code zookeeper.} is set in the HBase client's configuration as it stands.
 */
public enum BindingProperty {
  TABLE(
      "table",
      "usertable",
      "[\\p{Alnum}_][\\p{Alnum}_.-]*(:[\\p{Alnum}_][\\p{Alnum}_.-]*)?",
      "the name of a table",
      "The table that is read and written."),
  COLUMN_FAMILY(
      "columnfamily",
      "",
      "[^\\s:]+",
      "the name of a column family of the table",
      "The column family that holds the fields. There is no default."),
  CLIENT_BUFFERING(
      "clientbuffering",
      "false",
      "true|false",
      "one of true, false",
      "Whether each thread buffers inserts, updates and deletes and sends them"
          + " together. Reads and scans do not see buffered writes. The latency of a"
          + " write is that of adding it to the buffer, except for the write that fills"
          + " it."),
  WRITE_BUFFER_SIZE(
      "writebuffersize",
      "2097152",
      "[1-9]\\d{0,8}",
      "a whole number from 1 to 999999999",
      "How many bytes a thread buffers before it sends them, with clientbuffering."),
  DURABILITY(
      "durability",
      "USE_DEFAULT",
      "USE_DEFAULT|SKIP_WAL|ASYNC_WAL|SYNC_WAL|FSYNC_WAL",
      "one of USE_DEFAULT, SKIP_WAL, ASYNC_WAL, SYNC_WAL, FSYNC_WAL",
      "The durability that HBase guarantees before a write counts as done."),
  OPERATION_TIMEOUT_MS(
      "operationtimeoutms",
      "60000",
      "[1-9]\\d{2,6}",
      "a whole number from 100 to 9999999",
      "The timeout, in ms, of an operation, including retries of the HBase client."
          + " hbase.client.operation.timeout takes precedence if it is set.");

  private final String key;
  private final String defaultValue;
  private final String pattern;
  private final String allowed;
  private final String description;

  BindingProperty(
      String key, String defaultValue, String pattern, String allowed, String description) {
    this.key = key;
    this.defaultValue = defaultValue;
    this.pattern = pattern;
    this.allowed = allowed;
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

  /** What is wrong with the value in {@code properties}; empty if it is good. */
  Optional<String> fault(Properties properties) {
    String value = text(properties);
    return value.matches(pattern)
        ? Optional.empty()
        : Optional.of(key + ": '" + value + "' is not allowed; it has to be " + allowed);
  }
}
