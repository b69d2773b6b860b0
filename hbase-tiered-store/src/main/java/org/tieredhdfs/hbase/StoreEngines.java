package org.tieredhdfs.hbase;

import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.regionserver.StoreEngine;

/** The names of the store engines that place files by class. */
public final class StoreEngines {
  static final List<String> OURS =
      List.of(
          TieredStoreEngine.class.getName(),
          TieredStripeStoreEngine.class.getName(),
          TieredDateTieredStoreEngine.class.getName());

  private StoreEngines() {}

  /** Whether the engine that a configuration names is one of them. */
  public static boolean isOurs(Configuration conf) {
    return OURS.contains(conf.getTrimmed(StoreEngine.STORE_ENGINE_CLASS_KEY, ""));
  }
}
