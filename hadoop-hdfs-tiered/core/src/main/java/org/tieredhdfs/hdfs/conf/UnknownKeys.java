package org.tieredhdfs.hdfs.conf;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;

/**
 * Finds keys with this project's prefixes that no module reads. Most are misspelt, and would
 * otherwise be ignored silently.
 *
 * <p>Stateless.
 */
public final class UnknownKeys {
  /** Beyond this share of a key's length another key is no help as a suggestion. */
  private static final double FARTHEST = 0.4;

  private UnknownKeys() {}

  /** A sentence for each unknown key, by name, with the nearest known one. */
  static List<String> faults(Configuration conf, Collection<? extends ConfigKeys> modules) {
    Map<String, String> given = new TreeMap<>();
    for (ConfigKeys module : modules) {
      String prefix = module.prefix();
      for (String rest : conf.getPropsWithPrefix(prefix).keySet()) {
        given.put(prefix + rest, conf.getTrimmed(prefix + rest, ""));
      }
    }
    return faults(given, modules);
  }

  /** The same for keys and their values; those under none of the prefixes are left alone. */
  public static List<String> faults(
      Map<String, String> given, Collection<? extends ConfigKeys> modules) {
    List<ConfigKey> known = modules.stream().flatMap(module -> module.keys().stream()).toList();
    List<String> faults = new ArrayList<>();
    new TreeMap<>(given)
        .forEach(
            (key, value) -> {
              boolean ours = modules.stream().anyMatch(module -> key.startsWith(module.prefix()));
              if (ours && known.stream().noneMatch(one -> one.covers(key))) {
                faults.add(sentence(key, value, known));
              }
            });
    return faults;
  }

  private static String sentence(String key, String value, List<ConfigKey> known) {
    String nearest = "";
    int least = (int) (key.length() * FARTHEST) + 1;
    for (ConfigKey candidate : known) {
      String name = inTheWordsOf(key, candidate.name());
      int distance = distance(key, name);
      if (distance < least) {
        least = distance;
        nearest = name;
      }
    }
    String hint = nearest.isEmpty() ? "remove it" : "the nearest key is " + nearest;
    return key + ": no such key (value '" + value + "'); " + hint;
  }

  /** Puts the parts of {@code key} in the places of a family's placeholders. */
  private static String inTheWordsOf(String key, String family) {
    String[] said = key.split("\\.", -1);
    String[] parts = family.split("\\.", -1);
    for (int i = 0; i < Math.min(said.length, parts.length); i++) {
      if (parts[i].startsWith("<")) {
        parts[i] = said[i];
      }
    }
    return String.join(".", parts);
  }

  /** How many characters have to be put in, left out or replaced to make one of the other. */
  static int distance(String one, String other) {
    int[] previous = new int[other.length() + 1];
    for (int column = 0; column <= other.length(); column++) {
      previous[column] = column;
    }
    for (int row = 1; row <= one.length(); row++) {
      int[] current = new int[other.length() + 1];
      current[0] = row;
      for (int column = 1; column <= other.length(); column++) {
        int replaced = one.charAt(row - 1) == other.charAt(column - 1) ? 0 : 1;
        int shorter = Math.min(current[column - 1], previous[column]) + 1;
        current[column] = Math.min(shorter, previous[column - 1] + replaced);
      }
      previous = current;
    }
    return previous[other.length()];
  }
}
