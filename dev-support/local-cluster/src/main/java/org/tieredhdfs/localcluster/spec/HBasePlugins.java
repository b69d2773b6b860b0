package org.tieredhdfs.localcluster.spec;

import java.util.Map;

/** The properties of {@code hbase-site.xml} that enable the HBase module, as in the guide. */
public final class HBasePlugins {
  private HBasePlugins() {}

  /** Keys and values; without keys of ours beside them they do nothing. */
  public static Map<String, String> settings() {
    return Map.of(
        "hbase.hstore.engine.class", "org.tieredhdfs.hbase.TieredStoreEngine",
        "hbase.coprocessor.region.classes", "org.tieredhdfs.hbase.TieredRegionObserver",
        "hbase.coprocessor.regionserver.classes",
            "org.tieredhdfs.hbase.TieredRegionServerCoprocessor",
        "hbase.coprocessor.master.classes", "org.tieredhdfs.hbase.TieredMasterObserver",
        "hbase.coprocessor.wal.classes", "org.tieredhdfs.hbase.TieredWalObserver");
  }
}
