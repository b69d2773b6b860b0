package org.tieredhdfs.hdfs.conf;

import java.util.List;

/** The keys of a module that only a test has. */
record SomeKeys(String title, String prefix, List<ConfigKey> keys) implements ConfigKeys {
  SomeKeys(String title, String prefix, ConfigKey... keys) {
    this(title, prefix, List.of(keys));
  }
}
