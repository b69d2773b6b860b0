package org.tieredhdfs.hdfs.conf;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;

/**
 * Finds keys that describe something whose name is not in the list that would make it exist.
 *
 * <p>{@code dfs.tiered.storage.policy.FSAT.id} beside a list that holds {@code FAST} is one.
 *
 * @param list the key that lists the names
 * @param prefix what stands before the name in the keys of one of them
 * @param builtIn names that are not to be listed or described
 */
public record UnlistedNames(ConfigKey list, String prefix, Collection<String> builtIn) {

  /** A sentence for each such key, by name. */
  public List<String> faults(Configuration conf) {
    List<String> listed = list.getList(conf);
    List<String> faults = new ArrayList<>();
    for (String rest : new TreeSet<>(conf.getPropsWithPrefix(prefix).keySet())) {
      int end = rest.indexOf('.');
      String name = end < 0 ? rest : rest.substring(0, end);
      if (!isRead(name, listed)) {
        faults.add(sentence(prefix + rest, name, listed));
      }
    }
    return faults;
  }

  /** Keys are read under the name as it is listed and under the same in upper case. */
  private static boolean isRead(String name, List<String> listed) {
    for (String one : listed) {
      if (name.equals(one) || name.equals(one.toUpperCase(Locale.ROOT))) {
        return true;
      }
    }
    return false;
  }

  private String sentence(String key, String name, List<String> listed) {
    String why =
        builtIn.contains(name.toUpperCase(Locale.ROOT))
            ? "is built in and cannot be changed"
            : "is not listed";
    String names =
        listed.isEmpty() ? "none at present" : String.join(", ", new LinkedHashSet<>(listed));
    return key + ": '" + name + "' " + why + "; it has to be in " + list.name() + ": " + names;
  }
}
