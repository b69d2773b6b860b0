package org.tieredhdfs.mover.conf;

import java.util.List;
import org.tieredhdfs.hdfs.conf.ConfigKey;

/** The keys that describe rules by path. */
public final class RuleKeys {
  /** What stands before the name in the keys of one rule. */
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
          "Names of rules for what the service moves by itself, without '.'. For each file the"
              + " first rule whose pattern fits its path holds, and no other. What somebody asks"
              + " the service to move is moved without regard to them.");

  public static final ConfigKey PATH =
      ConfigKey.text(
          PREFIX + "<RULE>.path",
          "",
          SERVICE,
          "An absolute path; the rule holds for what is there and for all below it. * stands for"
              + " any characters of one name, ? for one, ** for any number of whole names.");

  public static final ConfigKey POLICY =
      ConfigKey.text(
          PREFIX + "<RULE>.policy",
          "",
          SERVICE,
          "The storage policy that a file or directory gets that was renamed to here: set on it"
              + " when it is moved, and on each file below a directory.");

  public static final ConfigKey CLEAR_POLICY =
      ConfigKey.bool(
          PREFIX + "<RULE>.clear.policy",
          false,
          SERVICE,
          "Whether a file or directory that was renamed to here loses the policy of its own, so"
              + " that the directory's holds: when it is moved, and each file below a directory.");

  public static final ConfigKey MIN_AGE =
      ConfigKey.duration(
          PREFIX + "<RULE>.min.age",
          "0",
          0,
          TEN_YEARS_MS,
          SERVICE,
          "How old a file has to be before it is moved. It waits in the service's journal.");

  public static final ConfigKey AGE_FROM =
      ConfigKey.choice(
          PREFIX + "<RULE>.age.from",
          FROM_ARRIVAL,
          List.of(FROM_ARRIVAL, FROM_MODIFICATION),
          SERVICE,
          "From when its age counts: from when the service heard of the rename or the changed"
              + " policy, or from when the file was last written.");

  public static final ConfigKey FILTER =
      ConfigKey.text(
          PREFIX + "<RULE>.filter",
          "",
          SERVICE,
          "The name of a filter on the class path that is asked about each file that is old"
              + " enough: it may be moved, not yet, or not at all.");

  private RuleKeys() {}

  /** All of them, in the order of the reference page. */
  public static List<ConfigKey> all() {
    return List.of(RULES, PATH, POLICY, CLEAR_POLICY, MIN_AGE, AGE_FROM, FILTER);
  }
}
