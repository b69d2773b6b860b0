package org.tieredhdfs.mover.rules;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.util.ReflectionUtils;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.hdfs.conf.ConfigKey;
import org.tieredhdfs.hdfs.conf.ConfigurationFaultsException;
import org.tieredhdfs.hdfs.conf.UnlistedNames;
import org.tieredhdfs.hdfs.paths.PathPattern;
import org.tieredhdfs.mover.api.MoveFilter;
import org.tieredhdfs.mover.conf.RuleKeys;
import org.tieredhdfs.mover.namenode.PolicyTable;

/** The rules of the configuration, in their order. Immutable. */
public final class MoveRules {
  private static final Logger LOG = LoggerFactory.getLogger(MoveRules.class);

  private final List<MoveRule> rules;

  private MoveRules(List<MoveRule> rules) {
    this.rules = List.copyOf(rules);
  }

  /**
   * Reads the rules.
   *
   * @param policies the policies that the NameNode offers
   * @param types the storage types that the cluster has; empty if that is not known
   * @throws ConfigurationFaultsException with all that is wrong with them
   */
  public static MoveRules of(Configuration conf, PolicyTable policies, Set<StorageType> types) {
    List<String> faults = new ArrayList<>(faults(conf));
    Map<String, MoveFilter> filters = filters(conf);
    List<MoveRule> rules = new ArrayList<>();
    for (String name : RuleKeys.RULES.getList(conf)) {
      ConfigKey policyKey = RuleKeys.POLICY.named(name);
      String policy = policyKey.getText(conf);
      BlockStoragePolicy known = policies.policy(policy);
      if (!policy.isEmpty() && known == null) {
        faults.add(policyKey.refusal(policy, "one of " + policies.names()));
      }
      if (known != null
          && !types.isEmpty()
          && !types.containsAll(List.of(known.getStorageTypes()))) {
        // Its DataNodes may have yet to register
        LOG.warn(
            "{}: '{}' has a storage type that no DataNode has at the moment; there are {}",
            policyKey.name(),
            policy,
            types);
      }
      ConfigKey filterKey = RuleKeys.FILTER.named(name);
      String filter = filterKey.getText(conf);
      if (!filter.isEmpty() && !filters.containsKey(filter)) {
        faults.add(filterKey.refusal(filter, allowed(filters)));
      }
      if (faults.isEmpty()) {
        rules.add(rule(conf, name, known, filters.get(filter)));
      }
    }
    if (!faults.isEmpty()) {
      throw new ConfigurationFaultsException(faults);
    }
    return new MoveRules(rules);
  }

  private static MoveRule rule(
      Configuration conf,
      String name,
      @Nullable BlockStoragePolicy policy,
      @Nullable MoveFilter filter) {
    return new MoveRule(
        name,
        new PathPattern(RuleKeys.PATH.named(name).getText(conf)),
        policy,
        RuleKeys.CLEAR_POLICY.named(name).getBoolean(conf),
        RuleKeys.MIN_AGE.named(name).getDurationMs(conf),
        RuleKeys.AGE_FROM.named(name).getChoice(conf).equals(RuleKeys.FROM_ARRIVAL),
        filter);
  }

  private static Map<String, MoveFilter> filters(Configuration conf) {
    Map<String, MoveFilter> filters = new TreeMap<>();
    for (MoveFilter filter :
        ServiceLoader.load(MoveFilter.class, MoveRules.class.getClassLoader())) {
      ReflectionUtils.setConf(filter, conf);
      filters.put(filter.name(), filter);
    }
    return filters;
  }

  private static String allowed(Map<String, MoveFilter> filters) {
    return filters.isEmpty()
        ? "empty: there is no filter on the class path"
        : "one of " + String.join(", ", filters.keySet());
  }

  /** The errors of the rules that can be found from the configuration alone. */
  public static List<String> faults(Configuration conf) {
    List<String> faults = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (String name : RuleKeys.RULES.getList(conf)) {
      if (!name.matches("[A-Za-z0-9_-]+") || !names.add(name)) {
        faults.add(RuleKeys.RULES.refusal(name, "a unique name of letters, digits, _ and -"));
        continue;
      }
      ConfigKey path = RuleKeys.PATH.named(name);
      if (!PathPattern.isAllowed(path.getText(conf))) {
        faults.add(
            path.refusal(
                path.getText(conf),
                "an absolute path without a slash at the end, as '/hbase/archive'"));
      }
      List<ConfigKey> simple =
          List.of(
              RuleKeys.CLEAR_POLICY.named(name),
              RuleKeys.MIN_AGE.named(name),
              RuleKeys.AGE_FROM.named(name));
      List<String> wrong =
          simple.stream().map(key -> key.fault(conf)).flatMap(Optional::stream).toList();
      faults.addAll(wrong);
      ConfigKey policy = RuleKeys.POLICY.named(name);
      if (wrong.isEmpty()
          && !policy.getText(conf).isEmpty()
          && RuleKeys.CLEAR_POLICY.named(name).getBoolean(conf)) {
        faults.add(
            policy.refusal(
                policy.getText(conf),
                "empty while " + RuleKeys.CLEAR_POLICY.named(name).name() + " is true"));
      }
    }
    faults.addAll(new UnlistedNames(RuleKeys.RULES, RuleKeys.PREFIX, List.of()).faults(conf));
    return faults;
  }

  /** A line for each rule, for people. */
  public List<String> describe() {
    return rules.stream().map(MoveRule::describe).toList();
  }

  /** The rule that applies to a path; null if there is none. */
  @Nullable MoveRule at(String path) {
    for (MoveRule rule : rules) {
      if (rule.pattern().fits(path)) {
        return rule;
      }
    }
    return null;
  }

  /** Whether a rule holds for a path, or may hold for something below it. */
  public boolean areAtOrBelow(String path) {
    return at(path) != null || rules.stream().anyMatch(rule -> rule.pattern().mayFitBelow(path));
  }

  /**
   * How long a file that arrived at a path is not to be looked at, in milliseconds; a day at most.
   */
  public long delayMs(String path, long arrivedMs, long nowMs) {
    MoveRule rule = at(path);
    return rule == null || !rule.countsFromArrival()
        ? 0
        : Math.min(RuleGate.LONGEST_DELAY_MS, RuleGate.remainingMs(rule, arrivedMs, nowMs));
  }
}
