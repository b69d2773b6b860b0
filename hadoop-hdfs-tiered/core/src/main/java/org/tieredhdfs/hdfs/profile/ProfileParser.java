package org.tieredhdfs.hdfs.profile;

import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.conf.ConfigKey;
import org.tieredhdfs.hdfs.profile.ExecutionProfile.Held;
import org.tieredhdfs.hdfs.types.CustomStorageType;
import org.tieredhdfs.hdfs.types.StorageTypeParser;

/**
 * Reads the execution profiles of all storage types from a configuration, and reports all invalid
 * keys.
 *
 * <p>What counts, in this order: the key of the type; of a custom type, the key of the type that it
 * is like; the key for the whole DataNode, if anybody has set it; the default of the medium. For
 * one use by one thread.
 */
public final class ProfileParser {
  private static final String SCANNER_KEY = DFSConfigKeys.DFS_BLOCK_SCANNER_VOLUME_BYTES_PER_SECOND;

  private static final long LEAST_WRITE_RATE = 1 << 20;

  private static final String FACTORY_KEY = "dfs.datanode.fsdataset.factory";

  private final Configuration conf;
  private final Collection<CustomStorageType> custom;
  private final Set<String> faults = new LinkedHashSet<>();

  /**
   * The profiles and what is wrong.
   *
   * @param profiles by the name of each storage type; a key with a fault counts as not set
   * @param faults one sentence each, naming key, value and what is allowed
   */
  public record Parsed(Map<String, ExecutionProfile> profiles, List<String> faults) {}

  private ProfileParser(Configuration conf) {
    this.conf = conf;
    this.custom = StorageTypeParser.parse(conf::get).types();
  }

  public static Parsed parse(Configuration conf) {
    ProfileParser parser = new ProfileParser(conf);
    Map<String, ExecutionProfile> profiles = new LinkedHashMap<>();
    Set<String> types = parser.types();
    parser.findUnknownTypes(types);
    for (String type : types) {
      profiles.put(type, parser.profile(type));
    }
    return new Parsed(Map.copyOf(profiles), List.copyOf(parser.faults));
  }

  private Set<String> types() {
    Set<String> types = new LinkedHashSet<>(StorageTypeParser.STOCK_NAMES);
    custom.forEach(type -> types.add(type.name()));
    return types;
  }

  private void findUnknownTypes(Set<String> types) {
    for (String rest : new TreeSet<>(conf.getPropsWithPrefix(Setting.PREFIX).keySet())) {
      int end = rest.indexOf('.');
      String type = end < 0 ? rest : rest.substring(0, end);
      if (end > 0 && !types.contains(type)) {
        faults.add(
            Setting.PREFIX
                + rest
                + ": '"
                + type
                + "' is no storage type; it has to be one of "
                + String.join(", ", types));
      }
    }
  }

  private ExecutionProfile profile(String type) {
    Map<Setting, Held> held = new EnumMap<>(Setting.class);
    for (Setting setting : Setting.values()) {
      held.put(setting, held(type, setting));
    }
    Held rate = held.get(Setting.SCAN_RATE);
    if (rate != null && rate.isOwn()) {
      requireScanner(rate.source());
    }
    Held writes = held.get(Setting.WRITE_RATE);
    if (writes != null && writes.number() > 0 && writes.number() < LEAST_WRITE_RATE) {
      // nobody wants a packet to take longer than a client waits; mostly the unit is missing
      faults.add(
          Setting.WRITE_RATE
              .key(type)
              .renamed(writes.source())
              .refusal(
                  conf.getTrimmed(writes.source(), ""),
                  "0, or a size in bytes of at least 1m (" + LEAST_WRITE_RATE + ")"));
    }
    return new ExecutionProfile(type, held);
  }

  private Held held(String type, Setting setting) {
    Optional<Held> own = read(setting.key(type), setting);
    String parent = MediumKind.parent(type, custom);
    if (own.isEmpty() && parent != null) {
      own = read(setting.key(parent), setting);
    }
    if (own.isEmpty() && setting == Setting.RESERVED) {
      own = read(setting.key(type).renamed(Setting.hadoopReservedKey(type)), setting);
    }
    if (own.isPresent()) {
      return own.get();
    }
    MediumKind medium = MediumKind.of(type, custom);
    Held global = setting.takesGlobalKey(medium) ? global(setting) : null;
    if (global != null) {
      return global;
    }
    return new Held(setting.number(setting.defaultOf(medium)), "default of " + medium, false);
  }

  private Optional<Held> read(ConfigKey key, Setting setting) {
    if (conf.get(key.name()) == null) {
      return Optional.empty();
    }
    Optional<String> fault = key.fault(conf);
    if (fault.isPresent()) {
      faults.add(fault.get());
      return Optional.empty();
    }
    return Optional.of(new Held(setting.number(key.getText(conf)), key.name(), true));
  }

  /** The value of the key for all volumes, if it does not come from Hadoop's own default file. */
  private @Nullable Held global(Setting setting) {
    String name = setting.globalKey();
    if (name == null) {
      return null;
    }
    String value = conf.getTrimmed(name);
    String[] sources = conf.getPropertySources(name);
    boolean isRead = sources != null && sources.length > 0;
    if (value == null || (isRead && sources[sources.length - 1].endsWith("-default.xml"))) {
      return null;
    }
    try {
      return new Held(setting.number(value), name, false);
    } catch (IllegalArgumentException e) {
      // Hadoop itself refuses the value, or takes its default
      return null;
    }
  }

  private void requireScanner(String key) {
    boolean isOff =
        conf.getLong(SCANNER_KEY, 1) <= 0 || conf.getLong("dfs.datanode.scan.period.hours", 1) < 0;
    if (isOff || conf.getTrimmed(FACTORY_KEY, "").isEmpty()) {
      faults.add(
          key
              + ": '"
              + conf.getTrimmed(key)
              + "' is not allowed; it must not be set "
              + (isOff
                  ? "where " + SCANNER_KEY + " or dfs.datanode.scan.period.hours turns scanning off"
                  : "where " + FACTORY_KEY + " is not ours"));
    }
  }
}
