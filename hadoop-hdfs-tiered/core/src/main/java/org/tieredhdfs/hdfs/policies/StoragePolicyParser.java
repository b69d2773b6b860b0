package org.tieredhdfs.hdfs.policies;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.tieredhdfs.hdfs.conf.ConfigKey;
import org.tieredhdfs.hdfs.conf.UnlistedNames;

/**
 * Reads storage policies from a configuration: the valid ones, and an error for each invalid one.
 *
 * <p>The lenient use (a client) takes the policies and ignores the faults; the strict one (a daemon
 * that starts) refuses on any fault. Used by one thread, once.
 */
public final class StoragePolicyParser {
  private static final Pattern NAME = Pattern.compile("[A-Z][A-Z0-9_]{0,31}");

  /**
   * What a configuration says about storage policies.
   *
   * @param policies the valid ones as they are listed, the built-in ones before them
   * @param faults one sentence for each thing refused, naming key, value and what is allowed
   */
  public record Parsed(List<CustomStoragePolicy> policies, List<String> faults) {}

  private final Configuration conf;
  private final List<CustomStoragePolicy> builtIn;
  private final TypeList typeList;
  private final Map<String, CustomStoragePolicy> byName = new LinkedHashMap<>();
  private final List<String> seen = new ArrayList<>();
  private final List<String> faults = new ArrayList<>();

  private StoragePolicyParser(Configuration conf, Collection<String> knownTypes) {
    this.conf = conf;
    this.builtIn = ReservedPolicies.builtIn(conf);
    this.typeList = new TypeList(conf, knownTypes, faults);
  }

  /**
   * @param knownTypes names of all storage types that there are, stock ones and the operator's
   */
  public static Parsed parse(Configuration conf, Collection<String> knownTypes) {
    StoragePolicyParser parser = new StoragePolicyParser(conf, knownTypes);
    PolicyKeys.BUILT_IN.fault(conf).ifPresent(parser.faults::add);
    for (CustomStoragePolicy policy : parser.builtIn) {
      parser.byName.put(policy.name(), policy);
    }
    for (String listed : PolicyKeys.POLICIES.getList(conf)) {
      parser.add(listed);
    }
    parser.faults.addAll(
        new UnlistedNames(PolicyKeys.POLICIES, PolicyKeys.PREFIX, ReservedPolicies.builtInNames())
            .faults(conf));
    return new Parsed(List.copyOf(parser.byName.values()), List.copyOf(parser.faults));
  }

  private void add(String listed) {
    String name = listed.toUpperCase(Locale.ROOT);
    if (ReservedPolicies.isReserved(name)) {
      String reserved = String.join(", ", ReservedPolicies.names());
      refuse(PolicyKeys.POLICIES, listed, "a name that is not taken (" + reserved + ")");
    } else if (!NAME.matcher(name).matches()) {
      String allowed = "a name of at most 32 letters, digits and _ that starts with a letter";
      refuse(PolicyKeys.POLICIES, listed, allowed);
    } else if (seen.contains(name)) {
      refuse(PolicyKeys.POLICIES, listed, "a list without duplicates");
    } else {
      seen.add(name);
      define(listed, name);
    }
  }

  private void define(String listed, String name) {
    int faultsBefore = faults.size();
    int id = id(key(PolicyKeys.ID, listed, name));
    ConfigKey creationKey = key(PolicyKeys.CREATION_FALLBACKS, listed, name);
    List<String> creation = typeList.read(creationKey);
    List<String> replication = typeList.read(key(PolicyKeys.REPLICATION_FALLBACKS, listed, name));
    List<String> types =
        typeList.readReplicas(key(PolicyKeys.TYPES, listed, name), creationKey, creation);
    ConfigKey copyKey = key(PolicyKeys.COPY_ON_CREATE, listed, name);
    copyKey.fault(conf).ifPresent(faults::add);
    if (faults.size() == faultsBefore) {
      boolean copy = copyKey.getBoolean(conf);
      byName.put(name, new CustomStoragePolicy(name, id, types, creation, replication, copy));
    }
  }

  private ConfigKey key(ConfigKey family, String listed, String name) {
    return PolicyKeys.of(conf, family, listed, name);
  }

  private int id(ConfigKey key) {
    String value = key.getText(conf);
    String allowed = "one of the free ids " + freeIds();
    if (key.fault(conf).isPresent()) {
      refuse(key, value, allowed + " (a policy id has 4 bits)");
      return 0;
    }
    int id = key.getInt(conf);
    ReservedPolicies.owner(id, builtIn)
        .ifPresent(owner -> refuse(key, value, allowed + " (" + owner + " has this one)"));
    for (CustomStoragePolicy other : byName.values()) {
      if (other.id() == id && !ReservedPolicies.isReserved(other.name())) {
        refuse(key, value, "an id that no other policy has; " + other.name() + " has it");
      }
    }
    return id;
  }

  private String freeIds() {
    return String.join(
        ", ", ReservedPolicies.freeIds(builtIn).stream().map(String::valueOf).toList());
  }

  private void refuse(ConfigKey key, String value, String allowed) {
    faults.add(key.refusal(value, allowed));
  }
}
