package org.tieredhdfs.hdfs.policies;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.tieredhdfs.hdfs.conf.ConfigKey;

/**
 * Reads the lists of storage types in the description of a policy.
 *
 * <p>Used by one thread.
 */
final class TypeList {
  /** HDFS copies its replicas to disk lazily, and never counts a replica on it for a policy. */
  private static final String TRANSIENT = "RAM_DISK";

  /** Shows data of another store; nothing can be written to it. */
  private static final String READ_ONLY = "PROVIDED";

  private final Configuration conf;
  private final Collection<String> known;
  private final List<String> faults;

  /**
   * @param known names of all storage types that there are
   * @param faults takes a sentence for each thing refused
   */
  TypeList(Configuration conf, Collection<String> known, List<String> faults) {
    this.conf = conf;
    this.known = known;
    this.faults = faults;
  }

  /** The names in upper case; those that are refused are left out. */
  List<String> read(ConfigKey key) {
    List<String> types = new ArrayList<>();
    for (String written : key.getList(conf)) {
      String type = written.toUpperCase(Locale.ROOT);
      if (!known.contains(type)) {
        faults.add(key.refusal(written, "one of the storage types " + String.join(", ", known)));
      } else if (type.equals(TRANSIENT)) {
        String allowed =
            "a type that keeps replicas; HDFS uses RAM_DISK for LAZY_PERSIST only (use"
                + " RAMDISK to keep replicas in memory)";
        faults.add(key.refusal(written, allowed));
      } else {
        types.add(type);
      }
    }
    return types;
  }

  /**
   * The types that are to hold the replicas of a block: at least one, and together with the
   * fallbacks for creation such that a block can be placed at all.
   */
  List<String> readReplicas(ConfigKey key, ConfigKey fallbackKey, List<String> fallbacks) {
    int faultsBefore = faults.size();
    List<String> types = read(key);
    if (faults.size() > faultsBefore) {
      return types;
    }
    if (types.isEmpty()) {
      faults.add(key.refusal(key.getText(conf), "a list of at least one storage type"));
    } else if (!holdsNewReplicas(types) && !holdsNewReplicas(fallbacks)) {
      String allowed =
          "a list with a writable storage type: nothing is written to "
              + READ_ONLY
              + ", and "
              + fallbackKey.name()
              + " names no other type";
      faults.add(key.refusal(key.getText(conf), allowed));
    }
    return types;
  }

  private static boolean holdsNewReplicas(List<String> types) {
    return types.stream().anyMatch(type -> !type.equals(READ_ONLY));
  }
}
