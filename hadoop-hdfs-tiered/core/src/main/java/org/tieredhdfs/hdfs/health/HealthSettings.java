package org.tieredhdfs.hdfs.health;

import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;

/**
 * How far a NameNode goes with volumes that hang or are slow.
 *
 * @param maxShare which share of a type's volumes is excluded at most, 0 to 1
 * @param replaceAfterMs after how long their replicas no longer count; 0: never
 * @param replication how many DataNodes with healthy volumes of a type there have to be for the
 *     others to be no targets
 * @param blockBytes how much room a volume needs to take another DataNode's place
 * @param silenceMs after which a DataNode without a heartbeat no longer counts as one that answers
 */
public record HealthSettings(
    double maxShare, long replaceAfterMs, int replication, long blockBytes, long silenceMs) {
  private static volatile HealthSettings current = of(new Configuration(false));

  /** Those of a configuration that has been checked. */
  public static HealthSettings of(Configuration conf) {
    return new HealthSettings(
        HealthKeys.MAX_SHARE.getDouble(conf),
        HealthKeys.REPLACE_AFTER.getDurationMs(conf),
        conf.getInt(DFSConfigKeys.DFS_REPLICATION_KEY, DFSConfigKeys.DFS_REPLICATION_DEFAULT),
        conf.getLongBytes(DFSConfigKeys.DFS_BLOCK_SIZE_KEY, DFSConfigKeys.DFS_BLOCK_SIZE_DEFAULT),
        2
            * conf.getTimeDuration(
                DFSConfigKeys.DFS_HEARTBEAT_INTERVAL_KEY,
                DFSConfigKeys.DFS_HEARTBEAT_INTERVAL_DEFAULT,
                TimeUnit.SECONDS,
                TimeUnit.MILLISECONDS));
  }

  /** Takes those of the NameNode that starts. */
  public static void started(Configuration conf) {
    current = of(conf);
  }

  /** Those of the NameNode that started last. */
  static HealthSettings current() {
    return current;
  }

  /** How many of so many volumes of a type may be excluded at a time. */
  int limit(int volumes) {
    return maxShare == 0 ? 0 : Math.max(1, (int) (volumes * maxShare));
  }
}
