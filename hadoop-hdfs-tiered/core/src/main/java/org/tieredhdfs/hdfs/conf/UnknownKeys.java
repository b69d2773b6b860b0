package org.tieredhdfs.hdfs.conf;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;

/**
 * Finds keys under our prefixes that no module reads: most are misspelt, and what they were meant
 * to say would otherwise be lost in silence.
 *
 * <p>Stateless.
 */
final class UnknownKeys {
  /** Beyond this share of a key's length another key is no help as a suggestion. */
  private static final double FARTHEST = 0.4;

  private UnknownKeys() {}

  /** A sentence for each unknown key, by name, with the nearest known one. */
  static List<String> faults(Configuration conf, Collection<? extends ConfigKeys> modules) {
    Set<String> prefixes = new TreeSet<>();
    List<ConfigKey> known = new ArrayList<>();
    for (ConfigKeys module : modules) {
      prefixes.add(module.prefix());
      known.addAll(module.keys());
    }
    Set<String> unknown = new TreeSet<>();
    for (String prefix : prefixes) {
      for (String rest : conf.getPropsWithPrefix(prefix).keySet()) {
        String key = prefix + rest;
        if (known.stream().noneMatch(one -> one.covers(key))) {
          unknown.add(key);
        }
      }
    }
    return unknown.stream().map(key -> sentence(key, conf.getTrimmed(key, ""), known)).toList();
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
    String hint = nearest.isEmpty() ? "take it out" : "the nearest key is " + nearest;
    return key + ": there is no such key for the value '" + value + "'; " + hint;
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
