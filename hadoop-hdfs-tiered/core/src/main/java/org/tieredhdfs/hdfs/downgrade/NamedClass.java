package org.tieredhdfs.hdfs.downgrade;

import java.net.URL;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.blockmanagement.EvenBlockPlacementPolicy;

/**
 * A key of Hadoop or HBase whose value names classes of this project, which a daemon without its
 * jars cannot load.
 *
 * @param source the file with the key, as the configuration remembers it
 * @param value the whole value
 * @param classes those of it that are this project's
 */
record NamedClass(String source, String key, String value, List<String> classes) {
  /** Read if it is on the class path. */
  private static final String HBASE_SITE = "hbase-site.xml";

  /** HBase puts a bar between a coprocessor's class and its priority. */
  private static final Pattern SEPARATORS = Pattern.compile("[,|\\s]+");

  private static final Pattern SPACES = Pattern.compile("\\s+");

  /** Its packages, and the policies that have to be in a package of Hadoop. */
  private static final List<String> BEGINNINGS =
      List.of("org.tieredhdfs.", EvenBlockPlacementPolicy.class.getName());

  /** Stock Hadoop and HBase do not read these. */
  private static final List<String> OWN_PREFIXES =
      List.of("dfs.tiered.", "dfs.mover.file.", "hbase.tiered.");

  /** Those of a configuration, then of HBase's, by key. Every key is looked at, known or not. */
  static List<NamedClass> all(Configuration conf) {
    // apart: what HBase overrides still holds for Hadoop's daemons
    Configuration hbase = new Configuration(false);
    hbase.setClassLoader(conf.getClassLoader());
    hbase.addResource(HBASE_SITE);
    Set<NamedClass> all = new LinkedHashSet<>(of(conf));
    all.addAll(of(hbase));
    return List.copyOf(all);
  }

  private static Collection<NamedClass> of(Configuration conf) {
    Map<String, NamedClass> found = new TreeMap<>();
    for (Map.Entry<String, String> entry : conf) {
      String key = entry.getKey();
      List<String> classes = ownClasses(entry.getValue());
      if (!classes.isEmpty() && OWN_PREFIXES.stream().noneMatch(key::startsWith)) {
        found.put(key, new NamedClass(source(conf, key), key, entry.getValue(), classes));
      }
    }
    return found.values();
  }

  private static List<String> ownClasses(String value) {
    return SEPARATORS
        .splitAsStream(value)
        .filter(word -> BEGINNINGS.stream().anyMatch(word::startsWith))
        .toList();
  }

  /** The file that was read last of those with the key: its value counts. */
  private static String source(Configuration conf, String key) {
    String[] sources = conf.getPropertySources(key);
    if (sources == null || sources.length == 0) {
      return "configuration";
    }
    String last = sources[sources.length - 1];
    URL onClassPath = conf.getResource(last);
    return onClassPath == null ? last : onClassPath.getPath();
  }

  /** One line for people, with what to do. */
  String describe() {
    return String.format(
        "%s: %s = %s: remove %s from it; a stock daemon does not start with that",
        source, key, SPACES.matcher(value.strip()).replaceAll(" "), String.join(" and ", classes));
  }
}
