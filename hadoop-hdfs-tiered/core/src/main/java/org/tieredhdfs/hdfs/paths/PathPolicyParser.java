package org.tieredhdfs.hdfs.paths;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.tieredhdfs.hdfs.conf.ConfigKey;
import org.tieredhdfs.hdfs.policies.PolicyKeys;

/**
 * Reads the mapping of directories to storage policies: the valid entries, and an error for each
 * invalid one.
 *
 * <p>Entries {@code /path=POLICY} stand between commas or line ends. The last {@code =} is the one
 * that counts, so a path may hold others. A backslash stands before a comma, a backslash or an
 * outer space that belongs to a path. Used by one thread, once.
 */
public final class PathPolicyParser {
  /** The mapping. */
  public static final ConfigKey MAPPING =
      ConfigKey.list(
          "dfs.tiered.path.policies",
          "",
          "NameNode, path-policies command; DataNode checks it",
          "Directories and their storage policies, separated by commas or line ends:"
              + " '/hbase/WALs=ONE_RAMDISK, /hbase/data=ALL_SSD'. Paths are absolute and"
              + " normalised, without scheme and host; a backslash escapes a comma, a backslash,"
              + " and a leading or trailing space.");

  /**
   * What a configuration says about the policies of directories.
   *
   * @param mapping the valid entries as they stand
   * @param faults one sentence for each entry refused, naming key, entry and what is allowed
   */
  public record Parsed(List<PathPolicy> mapping, List<String> faults) {}

  private final Collection<String> knownPolicies;
  private final Set<String> paths = new HashSet<>();
  private final List<PathPolicy> mapping = new ArrayList<>();
  private final List<String> faults = new ArrayList<>();

  private PathPolicyParser(Collection<String> knownPolicies) {
    this.knownPolicies = knownPolicies;
  }

  public static Parsed parse(Configuration conf) {
    PathPolicyParser parser = new PathPolicyParser(PolicyKeys.names(conf));
    for (String entry : EscapedText.split(MAPPING.getText(conf))) {
      parser.add(entry);
    }
    return new Parsed(List.copyOf(parser.mapping), List.copyOf(parser.faults));
  }

  private void add(String entry) {
    int equals = entry.lastIndexOf('=');
    if (equals < 0) {
      refuse(entry, "/path=POLICY");
      return;
    }
    Optional<String> path = EscapedText.unescape(entry.substring(0, equals));
    String policy = entry.substring(equals + 1).strip().toUpperCase(Locale.ROOT);
    if (path.isEmpty()) {
      refuse(entry, "a path in which a backslash comes only before , \\ = or a space");
      return;
    }
    Optional<String> allowed = DirectoryName.allowedInsteadOf(path.get());
    allowed.ifPresent(text -> refuse(entry, text));
    boolean known = knownPolicies.contains(policy);
    if (!known) {
      refuse(entry, "a path with one of the policies " + String.join(", ", knownPolicies));
    }
    if (!paths.add(path.get())) {
      refuse(entry, "a list without duplicates; " + path.get() + " is there twice");
    } else if (allowed.isEmpty() && known) {
      mapping.add(new PathPolicy(path.get(), policy));
    }
  }

  private void refuse(String entry, String allowed) {
    faults.add(MAPPING.refusal(entry, allowed));
  }
}
