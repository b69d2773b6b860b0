package org.tieredhdfs.tiering.rule;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.conf.ConfigKey;
import org.tieredhdfs.hdfs.conf.ConfigKeys;
import org.tieredhdfs.hdfs.conf.ConfigurationFaultsException;
import org.tieredhdfs.hdfs.conf.UnknownKeys;
import org.tieredhdfs.hdfs.conf.UnlistedNames;

/** The configuration keys of tiering rules, and of prices. */
public final class TieringKeys implements ConfigKeys {
  private static final String PREFIX = "dfs.tiering.rule.";

  /** The process that applies rules, and shows what they would do. */
  static final String PROGRAM = "filemover";

  private static final String READERS = "file-level mover";
  private static final String SERVICE = "file-level mover's service";

  private static final String COUNTER = "DataNode";

  public static final ConfigKey RULES =
      ConfigKey.list(
          "dfs.tiering.rules",
          "",
          READERS,
          "Names of the tiering rules; the first whose expression holds for a file applies.");

  static final ConfigKey FILES =
      ConfigKey.text(
          PREFIX + "<RULE>.files",
          "",
          READERS,
          "The files that the rule is for: an expression, as 'path = /logs and last-read > 90d'.");

  static final ConfigKey POLICY =
      ConfigKey.text(
          PREFIX + "<RULE>.policy",
          "",
          READERS,
          "The storage policy that they get, if they have none of their own but from a rule;"
              + " DIRECTORY takes back what a rule gave.");

  static final ConfigKey RELIEVES =
      ConfigKey.text(
          PREFIX + "<RULE>.relieves",
          "",
          READERS,
          "A storage type on which the rule makes room while it is too full: its coldest files get"
              + " the policy.");

  static final ConfigKey FILLS =
      ConfigKey.text(
          PREFIX + "<RULE>.fills",
          "",
          READERS,
          "How much of a storage type the rule's most read files may take, as 'SSD 80%' or 'SSD"
              + " 10t'.");

  static final ConfigKey HIGH =
      ConfigKey.integer(
          PREFIX + "<RULE>.high.percent",
          85,
          1,
          100,
          READERS,
          "How full the storage type has to be, on all DataNodes in service together.");

  static final ConfigKey LOW =
      ConfigKey.integer(
          PREFIX + "<RULE>.low.percent", 75, 0, 99, READERS, "How full it is to be then.");

  public static final ConfigKey INTERVAL =
      ConfigKey.duration(
          "dfs.tiering.rules.interval",
          "6h",
          1_000,
          30 * 24 * 3_600_000L,
          SERVICE,
          "The time from one round of the tiering rules to the next.");

  public static final ConfigKey FILLS_INTERVAL =
      ConfigKey.duration(
          "dfs.tiering.rules.fills.interval",
          "15m",
          1_000,
          30 * 24 * 3_600_000L,
          SERVICE,
          "The time from one choice of such files to the next.");

  public static final ConfigKey STAY =
      ConfigKey.duration(
          "dfs.tiering.rules.fills.stay",
          "1h",
          0,
          30 * 24 * 3_600_000L,
          SERVICE,
          "How long a chosen file stays at least.");

  public static final ConfigKey HALF_LIFE =
      ConfigKey.duration(
          "dfs.tiering.reads.half-life",
          "1d",
          60_000,
          365 * 24 * 3_600_000L,
          COUNTER,
          "When a read counts half; for what is read now, after a 24th of that.");

  public static final ConfigKey COUNTED_BLOCKS =
      ConfigKey.integer(
          "dfs.tiering.reads.blocks",
          1 << 18,
          1 << 10,
          1 << 24,
          COUNTER,
          "How many blocks of a pool have their reads counted; 32 bytes each.");

  static final ConfigKey MAX_FILES =
      ConfigKey.integer(
          "dfs.tiering.rules.max.files",
          100_000,
          1,
          10_000_000,
          SERVICE,
          "The most files that get another policy in a round; others wait.");

  static final ConfigKey MAX_BYTES =
      ConfigKey.size(
          "dfs.tiering.rules.max.bytes",
          "1024t",
          1,
          1L << 60,
          SERVICE,
          "Bytes of files after which a round ends.");

  static final ConfigKey WINDOWS =
      ConfigKey.list(
          "dfs.tiering.rules.windows",
          "",
          SERVICE,
          "The times of day in which rules change files, as '22:00-06:00', in the service's time"
              + " zone.");

  public static final ConfigKey DIRECTORY =
      ConfigKey.text(
          "dfs.tiering.rules.directory",
          "/system/tiered-rules",
          READERS,
          "The HDFS directory that remembers what rules gave.");

  static final ConfigKey PRICE =
      new ConfigKey(
          "dfs.tiering.price.<TYPE>",
          ConfigKey.Kind.DECIMAL,
          "",
          0,
          1_000_000,
          List.of(),
          READERS,
          "What a TB (2^40 bytes) of the type costs a month, in any currency, for reports.");

  @Override
  public String title() {
    return "Tiering rules";
  }

  /** Of its own: daemons without this module have the same configuration. */
  @Override
  public String prefix() {
    return "dfs.tiering.";
  }

  @Override
  public List<ConfigKey> keys() {
    return List.of(
        RULES,
        FILES,
        POLICY,
        RELIEVES,
        HIGH,
        LOW,
        FILLS,
        INTERVAL,
        FILLS_INTERVAL,
        STAY,
        MAX_FILES,
        MAX_BYTES,
        WINDOWS,
        DIRECTORY,
        HALF_LIFE,
        COUNTED_BLOCKS,
        PRICE);
  }

  /**
   * Expressions and policies are looked at where the cluster's policies are known. A wrong rule
   * hinders no daemon that has nothing to do with it.
   */
  @Override
  public List<String> faults(String daemon, Configuration conf) {
    if (!daemon.equals(PROGRAM)) {
      return List.of();
    }
    List<String> faults = new ArrayList<>(ConfigKeys.super.faults(daemon, conf));
    Set<String> names = new HashSet<>();
    for (String name : RULES.getList(conf)) {
      if (!name.matches("[A-Za-z0-9_-]+") || !names.add(name)) {
        faults.add(RULES.refusal(name, "a unique name of letters, digits, _ and -"));
        continue;
      }
      for (ConfigKey key : List.of(FILES.named(name), POLICY.named(name))) {
        if (key.getText(conf).isEmpty()) {
          faults.add(key.refusal("", "there for each rule of " + RULES.name()));
        }
      }
      faults.addAll(faultsOfChoice(conf, name));
    }
    faults.addAll(new UnlistedNames(RULES, PREFIX, List.of()).faults(conf));
    try {
      List<TimeOfDayWindow> unused = windows(conf);
    } catch (ConfigurationFaultsException e) {
      faults.addAll(e.faults());
    }
    return faults;
  }

  private static List<String> faultsOfChoice(Configuration conf, String rule) {
    ConfigKey typeKey = RELIEVES.named(rule);
    ConfigKey high = HIGH.named(rule);
    ConfigKey low = LOW.named(rule);
    String type = typeKey.getText(conf);
    List<String> faults = new ArrayList<>();
    Stream.of(high, low).forEach(key -> key.fault(conf).ifPresent(faults::add));
    if (faults.isEmpty() && low.getInt(conf) >= high.getInt(conf)) {
      faults.add(low.refusal(low.getText(conf), "less than " + high.name()));
    }
    if (!type.isEmpty() && type(type) == null) {
      faults.add(typeKey.refusal(type, "one of " + Arrays.toString(StorageType.values())));
    }
    ConfigKey fillsKey = FILLS.named(rule);
    String fills = fillsKey.getText(conf);
    if (!fills.isEmpty() && FillTarget.parse(fills) == null) {
      faults.add(fillsKey.refusal(fills, FillTarget.FORM));
    }
    if (!fills.isEmpty() && !type.isEmpty()) {
      faults.add(fillsKey.refusal(fills, "empty, as " + typeKey.name() + " is set"));
    }
    String policy = POLICY.named(rule).getText(conf);
    if (!fills.isEmpty() && policy.equalsIgnoreCase(TieringRule.OF_DIRECTORY_NAME)) {
      faults.add(POLICY.named(rule).refusal(policy, "a policy, as " + fillsKey.name() + " is set"));
    }
    if (!type.isEmpty() && policy.equalsIgnoreCase(TieringRule.OF_DIRECTORY_NAME)) {
      faults.add(POLICY.named(rule).refusal(policy, "a policy, as " + typeKey.name() + " is set"));
    }
    return faults;
  }

  /** The storage type of a name, in any case of letters; null if there is none. */
  public static @Nullable StorageType type(String name) {
    for (StorageType type : StorageType.values()) {
      if (type.name().equalsIgnoreCase(name)) {
        return type;
      }
    }
    return null;
  }

  /** What chooses the files of a rule; null if all are meant, or the type is none. */
  static @Nullable Relief relief(Configuration conf, String rule, FileFacts facts) {
    StorageType type = type(RELIEVES.named(rule).getText(conf));
    return type == null || !faultsOfChoice(conf, rule).isEmpty()
        ? null
        : new Relief(type, HIGH.named(rule).getInt(conf), LOW.named(rule).getInt(conf), facts);
  }

  /** Whether a rule is to fill a storage type. */
  public static boolean haveFill(Configuration conf) {
    return RULES.getList(conf).stream().anyMatch(rule -> fill(conf, rule) != null);
  }

  /** What the rule fills; null if nothing. */
  static @Nullable FillTarget fill(Configuration conf, String rule) {
    return FillTarget.parse(FILLS.named(rule).getText(conf));
  }

  /**
   * The windows of a configuration.
   *
   * @throws ConfigurationFaultsException if one is none
   */
  static List<TimeOfDayWindow> windows(Configuration conf) {
    List<TimeOfDayWindow> windows = new ArrayList<>();
    List<String> faults = new ArrayList<>();
    for (String text : WINDOWS.getList(conf)) {
      TimeOfDayWindow window = TimeOfDayWindow.parse(text);
      if (window == null) {
        faults.add(WINDOWS.refusal(text, TimeOfDayWindow.FORM));
      } else {
        windows.add(window);
      }
    }
    if (!faults.isEmpty()) {
      throw new ConfigurationFaultsException(faults);
    }
    return windows;
  }

  /**
   * Looks at all that can be wrong without the cluster, misspelt keys too: without its {@code
   * .fills} a rule is for all its files.
   *
   * @throws ConfigurationFaultsException with all that is
   */
  public static void requireValid(Configuration conf) {
    TieringKeys keys = new TieringKeys();
    List<String> faults = keys.faults(PROGRAM, conf);
    Map<String, String> given =
        conf.getPropsWithPrefix(keys.prefix()).entrySet().stream()
            .collect(Collectors.toMap(one -> keys.prefix() + one.getKey(), Map.Entry::getValue));
    faults.addAll(UnknownKeys.faults(given, List.of(keys)));
    if (!faults.isEmpty()) {
      throw new ConfigurationFaultsException(faults);
    }
  }
}
