package org.tieredhdfs.hdfs.profile;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.StringJoiner;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.conf.ConfigKey;
import org.tieredhdfs.hdfs.conf.ConfigKey.Kind;
import org.tieredhdfs.hdfs.receive.ReceiveKeys;

/**
 * A setting of execution profiles: its key, the key for the whole DataNode, and the default of each
 * medium.
 */
@SuppressWarnings("ImmutableEnumChecker") // a key is a record, and the map stays as it is made
public enum Setting {
  SYNC_BEHIND_WRITES(
      "sync.behind.writes",
      Kind.BOOLEAN,
      0,
      0,
      DFSConfigKeys.DFS_DATANODE_SYNC_BEHIND_WRITES_KEY,
      true,
      "false",
      Map.of(MediumKind.ARCHIVE, "true"),
      "Whether written data is sent to the device immediately (sync_file_range)."),
  SYNC_BEHIND_WRITES_IN_BACKGROUND(
      "sync.behind.writes.in.background",
      Kind.BOOLEAN,
      0,
      0,
      DFSConfigKeys.DFS_DATANODE_SYNC_BEHIND_WRITES_IN_BACKGROUND_KEY,
      true,
      "false",
      Map.of(),
      "Whether a background thread of the volume calls sync_file_range."),
  DROP_BEHIND_WRITES(
      "drop.behind.writes",
      Kind.BOOLEAN,
      0,
      0,
      DFSConfigKeys.DFS_DATANODE_DROP_CACHE_BEHIND_WRITES_KEY,
      true,
      "false",
      Map.of(MediumKind.ARCHIVE, "true"),
      "Whether written data is dropped from the page cache."),
  DROP_BEHIND_READS(
      "drop.behind.reads",
      Kind.BOOLEAN,
      0,
      0,
      DFSConfigKeys.DFS_DATANODE_DROP_CACHE_BEHIND_READS_KEY,
      true,
      "false",
      Map.of(MediumKind.ARCHIVE, "true"),
      "Whether data is dropped from the page cache after a read of more than 256 KiB."),
  READAHEAD(
      "readahead",
      Kind.SIZE,
      0,
      1L << 30,
      HdfsClientConfigKeys.DFS_DATANODE_READAHEAD_BYTES_KEY,
      true,
      "4m",
      Map.of(MediumKind.RAM, "0"),
      "How far the kernel reads ahead for reads of more than 256 KiB; 0 leaves it to the kernel."),
  TRANSFER_TO(
      "transferto.allowed",
      Kind.BOOLEAN,
      0,
      0,
      DFSConfigKeys.DFS_DATANODE_TRANSFERTO_ALLOWED_KEY,
      false,
      "true",
      Map.of(),
      "Whether blocks are sent with sendfile, without a copy in the DataNode."),
  SYNC_ON_CLOSE(
      "sync.on.close",
      Kind.BOOLEAN,
      0,
      0,
      DFSConfigKeys.DFS_DATANODE_SYNCONCLOSE_KEY,
      true,
      "false",
      Map.of(),
      "Whether a completed block is synced, even if the client did not request it."),
  SLOW_IO_THRESHOLD(
      "slow.io.warning.threshold",
      Kind.DURATION,
      1,
      3_600_000,
      DFSConfigKeys.DFS_DATANODE_SLOW_IO_WARNING_THRESHOLD_KEY,
      false,
      "300ms",
      Map.of(MediumKind.ARCHIVE, "1s"),
      "The duration from which a write, flush or sync of a block counts as slow."),
  SCAN_RATE(
      "scanner.bytes.per.second",
      Kind.SIZE,
      1024,
      1L << 40,
      DFSConfigKeys.DFS_BLOCK_SCANNER_VOLUME_BYTES_PER_SECOND,
      false,
      "1m",
      Map.of(),
      "How fast the block scanner reads each volume. Needs this project's dataset."),
  RESERVED(
      "du.reserved",
      Kind.SIZE,
      0,
      1L << 60,
      DFSConfigKeys.DFS_DATANODE_DU_RESERVED_KEY,
      false,
      "0",
      Map.of(),
      "Space on each volume that HDFS does not use. Hadoop's key for a directory takes"
          + " precedence."),
  WRITE_RATE(
      "write.bytes.per.second",
      Kind.SIZE,
      0,
      1L << 40,
      null,
      false,
      "0",
      Map.of(),
      "How fast clients and other DataNodes together write blocks to each volume: 1m or more, or 0"
          + " for no limit."),
  MAX_WRITERS(
      "writers.max",
      Kind.INTEGER,
      0,
      1_000_000,
      null,
      false,
      "0",
      Map.of(),
      "How many blocks a DataNode receives at a time on all volumes of the type together. New"
          + " replicas beyond that wait, then are refused; appends and pipeline recovery pass. 0:"
          + " no limit."),
  MAX_READERS(
      "readers.max",
      Kind.INTEGER,
      0,
      1_000_000,
      null,
      false,
      "0",
      Map.of(),
      "How many blocks a DataNode sends to clients at a time from all volumes of the type together."
          + " Readers beyond that wait, then are refused. 0: no limit."),
  TRANSFER_WAIT(
      "transfer.wait",
      Kind.DURATION,
      0,
      30_000,
      null,
      false,
      "5s",
      Map.of(),
      "How long a reader or writer waits under these limits before it is refused."),
  RECEIVE_BUFFER(ReceiveKeys.BUFFER_SIZE),
  GROUP_COMMIT(ReceiveKeys.GROUP_COMMIT),
  DIRECT_WRITE(ReceiveKeys.DIRECT_WRITE),
  INLINE_ACK(ReceiveKeys.INLINE_ACK);

  /** How the keys of all types begin. */
  public static final String PREFIX = "dfs.tiered.type.";

  private final ConfigKey family;
  private final @Nullable String globalKey;
  private final boolean isOfPageCache;
  private final Map<MediumKind, String> defaults;

  Setting(
      String suffix,
      Kind kind,
      long min,
      long max,
      @Nullable String globalKey,
      boolean isOfPageCache,
      String standard,
      Map<MediumKind, String> others,
      String meaning) {
    this.globalKey = globalKey;
    this.isOfPageCache = isOfPageCache;
    Map<MediumKind, String> all = new EnumMap<>(MediumKind.class);
    for (MediumKind medium : MediumKind.values()) {
      all.put(medium, others.getOrDefault(medium, standard));
    }
    this.defaults = Collections.unmodifiableMap(all);
    this.family =
        new ConfigKey(
            PREFIX + "<TYPE>." + suffix,
            kind,
            // a whole number without a default would count as one that has to be set
            kind == Kind.INTEGER ? standard : "",
            min,
            max,
            List.of(),
            "DataNode",
            meaning + " " + precedence(globalKey));
  }

  /** What is set for all volumes by a key of this project, with its range and default. */
  Setting(ConfigKey global) {
    this(
        global.name().substring("dfs.tiered.".length()),
        global.kind(),
        (long) global.min(),
        (long) global.max(),
        global.name(),
        false,
        global.defaultValue(),
        Map.of(),
        "As " + global.name() + ", for the type.");
  }

  private String precedence(@Nullable String globalKey) {
    StringJoiner values = new StringJoiner(", ");
    defaults.forEach((medium, value) -> values.add(medium + " " + value));
    if (globalKey == null) {
      return "Unset: " + values + ".";
    }
    return "Unset: "
        + globalKey
        + " if set"
        + (isOfPageCache ? " (not for memory)" : "")
        + ", else "
        + values
        + ".";
  }

  /** The keys of all types. */
  public ConfigKey family() {
    return family;
  }

  /** The key of one type. */
  public ConfigKey key(String type) {
    return family.named(type);
  }

  /** The key for all volumes, Hadoop's or this project's; null if there is none. */
  @Nullable String globalKey() {
    return globalKey;
  }

  /** Hadoop's own key for the space reserved on volumes of a type. */
  static String hadoopReservedKey(String type) {
    return DFSConfigKeys.DFS_DATANODE_DU_RESERVED_KEY + "." + type.toLowerCase(Locale.ROOT);
  }

  /** Whether that key counts for a medium: memory has no page cache in front of it. */
  boolean takesGlobalKey(MediumKind medium) {
    return globalKey != null && !(isOfPageCache && medium == MediumKind.RAM);
  }

  /** Whether a DataNode takes a change while it runs. */
  boolean isLive() {
    return this != RESERVED;
  }

  /** The value where nothing is configured. */
  String defaultOf(MediumKind medium) {
    return Objects.requireNonNull(defaults.get(medium));
  }

  /** A valid value as a number: bytes, milliseconds, or 1 for true. */
  long number(String value) {
    if (family.kind() == Kind.BOOLEAN) {
      return Boolean.parseBoolean(value) ? 1 : 0;
    }
    Configuration one = new Configuration(false);
    one.set(family.name(), value);
    return family.getLong(one);
  }

  /** The name behind the type. */
  public String suffix() {
    return family.name().substring((PREFIX + "<TYPE>.").length());
  }

  /** A number as it is shown to people. */
  public String shown(long number) {
    return switch (family.kind()) {
      case BOOLEAN -> Boolean.toString(number != 0);
      case DURATION -> number + " ms";
      default -> Long.toString(number);
    };
  }
}
