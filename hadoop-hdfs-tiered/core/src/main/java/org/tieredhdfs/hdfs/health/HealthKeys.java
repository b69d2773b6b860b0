package org.tieredhdfs.hdfs.health;

import java.util.List;
import org.tieredhdfs.hdfs.conf.ConfigKey;
import org.tieredhdfs.hdfs.conf.ConfigKeys;

/** The configuration keys by which a NameNode avoids volumes that hang or are slow. */
public final class HealthKeys implements ConfigKeys {
  private static final String NAMENODE = "NameNode";
  private static final long WEEK_MS = 7L * 24 * 3_600_000;

  public static final ConfigKey MAX_SHARE =
      ConfigKey.decimal(
          "dfs.tiered.volume.exclusion.max.share",
          0.1,
          0,
          1,
          NAMENODE,
          "The largest share of a storage type's volumes, at least one, that the NameNode avoids at"
              + " a time because they hang or are slow. 0: none is ever avoided.");

  public static final ConfigKey REPLACE_AFTER =
      ConfigKey.duration(
          "dfs.tiered.volume.exclusion.replace.after",
          "10m",
          0,
          WEEK_MS,
          NAMENODE,
          "How long a volume must be avoided without a break before its replicas no longer count"
              + " and are copied elsewhere. 0: never.");

  private static final List<ConfigKey> ALL = List.of(MAX_SHARE, REPLACE_AFTER);

  @Override
  public String title() {
    return "NameNode: volumes that fail slowly";
  }

  @Override
  public List<ConfigKey> keys() {
    return ALL;
  }
}
