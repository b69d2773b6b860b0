package org.tieredhdfs.hdfs.datanode.conf;

import java.util.List;
import org.tieredhdfs.hdfs.conf.ConfigKey;
import org.tieredhdfs.hdfs.conf.ConfigKeys;

/** The configuration keys of the DataNode's dataset. */
public final class DatanodeKeys implements ConfigKeys {
  private static final String DATANODE = "DataNode";
  private static final long HOUR_MS = 3_600_000;

  public static final ConfigKey HANG_TIMEOUT =
      duration(
          "dfs.tiered.volume.hang.timeout",
          "30s",
          100,
          "How long a volume may be without an answer before it counts as hung. A call that moves"
              + " many bytes gets one extra second per megabyte.");

  public static final ConfigKey HANG_CHECK_INTERVAL =
      duration(
          "dfs.tiered.volume.hang.check.interval",
          "1s",
          10,
          "How often running I/O calls are looked at, at least.");

  public static final ConfigKey MAX_OPERATIONS =
      ConfigKey.integer(
          "dfs.tiered.volume.max.operations",
          512,
          1,
          1_000_000,
          DATANODE,
          "How many threads may be in operations and I/O calls on a volume that does not answer."
              + " Further operations fail, except those that end others.");

  public static final ConfigKey SPACE_REFRESH_INTERVAL =
      duration(
          "dfs.tiered.volume.space.refresh.interval",
          "100ms",
          10,
          "How old the capacity and free space of a volume that answers may be.");

  public static final ConfigKey PATIENCE =
      duration(
          "dfs.tiered.volume.patience",
          "500ms",
          1,
          "How long heartbeats, NameNode commands and evictions from RAM_DISK wait for I/O, which"
              + " then continues in the background; also remote calls while one volume keeps half"
              + " of the RPC handlers busy.");

  public static final ConfigKey DRAIN_TIMEOUT =
      duration(
          "dfs.tiered.drain.timeout",
          "10s",
          1,
          "How long running operations are waited for when a block pool is added, shut down or"
              + " deleted, or a volume that answers is removed.");

  public static final ConfigKey RETURN_DELAY =
      duration(
          "dfs.tiered.volume.return.delay",
          "15s",
          0,
          "The minimum time between removing a volume from a running DataNode and adding it again."
              + " Must exceed dfs.heartbeat.interval plus"
              + " dfs.namenode.redundancy.interval.seconds.");

  public static final ConfigKey PERCENTILES_INTERVAL =
      duration(
          "dfs.tiered.volume.metrics.percentiles.interval",
          "60s",
          1_000,
          "The interval of the percentiles in volume metrics.");

  public static final ConfigKey MOVE_SYNC =
      ConfigKey.bool(
          "dfs.tiered.move.sync",
          true,
          DATANODE,
          "Whether a block that moves to another volume of its DataNode, except to memory, is"
              + " synced before the old replica is deleted.");

  /** A duration of at most an hour that a DataNode reads. */
  static ConfigKey duration(String name, String defaultValue, long leastMs, String doc) {
    return ConfigKey.duration(name, defaultValue, leastMs, HOUR_MS, DATANODE, doc);
  }

  @Override
  public String title() {
    return "DataNode: volumes that do not wait for each other";
  }

  @Override
  public List<ConfigKey> keys() {
    return List.of(
        HANG_TIMEOUT,
        HANG_CHECK_INTERVAL,
        MAX_OPERATIONS,
        SPACE_REFRESH_INTERVAL,
        PATIENCE,
        DRAIN_TIMEOUT,
        RETURN_DELAY,
        PERCENTILES_INTERVAL,
        MOVE_SYNC);
  }
}
