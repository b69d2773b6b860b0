package org.tieredhdfs.hbase;

import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.regionserver.StoreEngine;

/** A store engine that places files by class. */
public interface RoutedEngine {
  /** All of them; each extends Apache HBase's for the same kind of tables. */
  List<Class<?>> ENGINES =
      List.of(
          TieredStoreEngine.class,
          TieredStripeStoreEngine.class,
          TieredDateTieredStoreEngine.class,
          TieredCustomTieredStoreEngine.class);

  List<String> NAMES = ENGINES.stream().map(Class::getName).toList();

  /** Whether the engine that a configuration names is one of them. */
  static boolean isNamedIn(Configuration conf) {
    return NAMES.contains(conf.getTrimmed(StoreEngine.STORE_ENGINE_CLASS_KEY, ""));
  }
}
