package org.tieredhdfs.hbase;

import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.regionserver.StoreEngine;

/** A store engine that places files by class. */
public interface RoutedEngine {
  /** The names of all of them. */
  List<String> NAMES =
      List.of(
          TieredStoreEngine.class.getName(),
          TieredStripeStoreEngine.class.getName(),
          TieredDateTieredStoreEngine.class.getName(),
          TieredCustomTieredStoreEngine.class.getName());

  /** Whether the engine that a configuration names is one of them. */
  static boolean isNamedIn(Configuration conf) {
    return NAMES.contains(conf.getTrimmed(StoreEngine.STORE_ENGINE_CLASS_KEY, ""));
  }
}
