package org.tieredhdfs.hdfs.conf;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/**
 * The configuration keys of one module, and the check of their combination.
 *
 * <p>Each module registers one implementation with {@link java.util.ServiceLoader}; a daemon asks
 * all of them while it is constructed, and the reference page is generated from them. They need a
 * public constructor without parameters and are used by one thread.
 */
public interface ConfigKeys {

  /** The title of the module in the reference page. */
  String title();

  /** How every key of the module begins; under it, a key that no module knows is a fault. */
  default String prefix() {
    return "dfs.tiered.";
  }

  /** Every key of the module, in the order of the reference page. */
  List<ConfigKey> keys();

  /**
   * Everything that is wrong in {@code conf} with the keys of this module, one sentence each.
   * Implementations add what concerns several keys at once to what this method finds.
   *
   * @param daemon the process that is about to start: {@code "NameNode"}, {@code "DataNode"} ...
   */
  default List<String> faults(String daemon, Configuration conf) {
    List<String> faults = new ArrayList<>();
    for (ConfigKey key : keys()) {
      if (!key.isFamily()) {
        key.fault(conf).ifPresent(faults::add);
      }
    }
    return faults;
  }
}
