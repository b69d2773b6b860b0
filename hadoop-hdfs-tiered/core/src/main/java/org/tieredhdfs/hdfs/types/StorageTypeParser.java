package org.tieredhdfs.hdfs.types;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads storage types from configuration values: the valid ones, and an error for each invalid one.
 *
 * <p>The lenient use (a class being initialised, a client) takes the types and ignores the faults;
 * the strict one (a daemon that starts) refuses on any fault. Stateless.
 */
public final class StorageTypeParser {

  /** Lists the names of the operator's types. */
  public static final String TYPES_KEY = "dfs.tiered.storage.types";

  /** Prefix of the keys of one type: {@code <prefix><TYPE>.number}, {@code .ram} ... */
  public static final String TYPE_KEY_PREFIX = "dfs.tiered.storage.type.";

  public static final int LEAST_NUMBER = 64;
  public static final int GREATEST_NUMBER = 32767;

  /** Stock names; a custom type cannot take one. */
  public static final List<String> STOCK_NAMES =
      List.of("RAM_DISK", "SSD", "DISK", "ARCHIVE", "PROVIDED", "NVDIMM");

  /** Allowed aliases: stock types that hold ordinary replicas. */
  public static final List<String> ALIASES = List.of("DISK", "SSD", "ARCHIVE", "NVDIMM");

  private static final Pattern NAME = Pattern.compile("[A-Z][A-Z0-9_]{0,31}");

  /**
   * What a configuration says about storage types.
   *
   * @param types the valid ones by ascending number, RAMDISK always among them
   * @param faults one sentence for each thing refused, naming key, value and what is allowed
   */
  public record Parsed(List<CustomStorageType> types, List<String> faults) {}

  private final UnaryOperator<@Nullable String> lookup;
  private final Map<String, CustomStorageType> byName = new LinkedHashMap<>();
  private final List<String> faults = new ArrayList<>();

  private StorageTypeParser(UnaryOperator<@Nullable String> lookup) {
    this.lookup = lookup;
    byName.put(CustomStorageType.RAMDISK.name(), CustomStorageType.RAMDISK);
  }

  /**
   * @param lookup gives the value of a key, or null
   */
  public static Parsed parse(UnaryOperator<@Nullable String> lookup) {
    StorageTypeParser parser = new StorageTypeParser(lookup);
    String listed = parser.value(TYPES_KEY);
    for (String name : listed.isEmpty() ? new String[0] : listed.split("\\s*,\\s*", -1)) {
      parser.add(name);
    }
    List<CustomStorageType> types = new ArrayList<>(parser.byName.values());
    types.sort(Comparator.comparingInt(CustomStorageType::number));
    return new Parsed(List.copyOf(types), List.copyOf(parser.faults));
  }

  private void add(String written) {
    String name = written.toUpperCase(Locale.ROOT);
    if (!NAME.matcher(name).matches()) {
      refuse(TYPES_KEY, written, "a name of letters, digits and _ that starts with a letter");
    } else if (STOCK_NAMES.contains(name) || name.equals(CustomStorageType.RAMDISK.name())) {
      String reserved = String.join(", ", STOCK_NAMES) + ", " + CustomStorageType.RAMDISK.name();
      refuse(TYPES_KEY, written, "a name that is not built in (" + reserved + ")");
    } else if (byName.containsKey(name)) {
      refuse(TYPES_KEY, written, "a list without duplicates");
    } else {
      define(name, written);
    }
  }

  /** Keys may contain the name as written in the list, or in upper case. */
  private void define(String name, String written) {
    int faultsBefore = faults.size();
    int number = number(key(name, written, "number"));
    boolean ram = ram(key(name, written, "ram"));
    String alias = alias(key(name, written, "stock-alias"));
    if (faults.size() == faultsBefore) {
      byName.put(name, new CustomStorageType(name, number, ram, alias));
    }
  }

  private String key(String name, String written, String suffix) {
    String asWritten = TYPE_KEY_PREFIX + written + "." + suffix;
    return value(asWritten).isEmpty() ? TYPE_KEY_PREFIX + name + "." + suffix : asWritten;
  }

  private int number(String key) {
    String value = value(key);
    try {
      int number = Integer.parseInt(value);
      if (number >= LEAST_NUMBER && number <= GREATEST_NUMBER) {
        for (CustomStorageType other : byName.values()) {
          if (other.number() == number) {
            refuse(key, value, "a number that no other type has; " + other.name() + " has it");
          }
        }
        return number;
      }
    } catch (NumberFormatException e) {
      // refused below, like a number out of range
    }
    refuse(key, value, "a whole number from " + LEAST_NUMBER + " to " + GREATEST_NUMBER);
    return 0;
  }

  private boolean ram(String key) {
    String value = value(key);
    if (!Set.of("", "true", "false").contains(value.toLowerCase(Locale.ROOT))) {
      refuse(key, value, "true or false");
    }
    return value.equalsIgnoreCase("true");
  }

  private String alias(String key) {
    String value = value(key).toUpperCase(Locale.ROOT);
    if (value.isEmpty()) {
      return "DISK";
    }
    if (!ALIASES.contains(value)) {
      refuse(key, value, "one of " + String.join(", ", ALIASES));
    }
    return value;
  }

  private String value(String key) {
    String value = lookup.apply(key);
    return value == null ? "" : value.strip();
  }

  private void refuse(String key, String value, String allowed) {
    faults.add(key + ": '" + value + "' is not allowed; it has to be " + allowed);
  }
}
