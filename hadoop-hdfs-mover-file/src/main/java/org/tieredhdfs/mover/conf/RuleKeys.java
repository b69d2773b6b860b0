package org.tieredhdfs.mover.conf;

import java.util.List;
import org.tieredhdfs.hdfs.conf.ConfigKey;

/** The keys that describe rules by path. */
public final class RuleKeys {
  /** The prefix of the keys of one rule. */
  public static final String PREFIX = "dfs.mover.file.rule.";

  public static final String FROM_ARRIVAL = "arrival";
  public static final String FROM_MODIFICATION = "modification";

  private static final String SERVICE = "file-level mover's service";
  private static final long TEN_YEARS_MS = 10 * 365 * 24 * 3_600_000L;

  public static final ConfigKey RULES =
      ConfigKey.list(
          "dfs.mover.file.rules",
          "",
          SERVICE,
          "Names of the rules for the service's own moves, without '.'; the first with a matching"
              + " path applies. Moves that users request ignore them.");

  public static final ConfigKey PATH =
      ConfigKey.text(
          PREFIX + "<RULE>.path",
          "",
          SERVICE,
          "An absolute path; the rule applies to it and everything below. * matches any characters"
              + " within a name, ? one, ** whole names.");

  public static final ConfigKey POLICY =
      ConfigKey.text(
          PREFIX + "<RULE>.policy",
          "",
          SERVICE,
          "The storage policy of what is renamed to this path, set when it is moved, for a"
              + " directory also on each file below.");

  public static final ConfigKey CLEAR_POLICY =
      ConfigKey.bool(
          PREFIX + "<RULE>.clear.policy",
          false,
          SERVICE,
          "Whether what is renamed to this path loses its own policy when it is moved, for a"
              + " directory also each file below.");

  public static final ConfigKey MIN_AGE =
      ConfigKey.duration(
          PREFIX + "<RULE>.min.age",
          "0",
          0,
          TEN_YEARS_MS,
          SERVICE,
          "The age at which a file is moved.");

  public static final ConfigKey AGE_FROM =
      ConfigKey.choice(
          PREFIX + "<RULE>.age.from",
          FROM_ARRIVAL,
          List.of(FROM_ARRIVAL, FROM_MODIFICATION),
          SERVICE,
          "The start of the age: arrival, when the service learned of the rename or policy, or"
              + " modification, the last write.");

  public static final ConfigKey FILTER =
      ConfigKey.text(
          PREFIX + "<RULE>.filter",
          "",
          SERVICE,
          "The name of a filter on the class path, which lets each file that is old enough move"
              + " now, later or never.");

  private RuleKeys() {}

  /** All of them, in the order of the reference page. */
  public static List<ConfigKey> all() {
    return List.of(RULES, PATH, POLICY, CLEAR_POLICY, MIN_AGE, AGE_FROM, FILTER);
  }
}
