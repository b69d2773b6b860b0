package org.tieredhdfs.hdfs.datanode.conf;

import java.util.List;
import org.tieredhdfs.hdfs.conf.ConfigKey;
import org.tieredhdfs.hdfs.conf.ConfigKeys;

/** The configuration keys of the DataNode's dataset. */
public final class DatanodeKeys implements ConfigKeys {
  private static final String DATANODE = "DataNode";
  private static final long HOUR_MS = 3_600_000;

  public static final ConfigKey HANG_TIMEOUT =
      ConfigKey.duration(
          "dfs.tiered.volume.hang.timeout",
          "30s",
          100,
          HOUR_MS,
          DATANODE,
          "How long one I/O call may take before its volume counts as hung, unless a later call"
              + " of the same kind returns meanwhile. A hung volume is reported, gets no new"
              + " blocks and tells the NameNode that it has no room, until the call returns. A"
              + " copy of a whole file is allowed one more second for each megabyte.");

  public static final ConfigKey HANG_CHECK_INTERVAL =
      ConfigKey.duration(
          "dfs.tiered.volume.hang.check.interval",
          "1s",
          10,
          HOUR_MS,
          DATANODE,
          "How often the I/O calls in flight are looked at.");

  public static final ConfigKey MAX_OPERATIONS =
      ConfigKey.integer(
          "dfs.tiered.volume.max.operations",
          512,
          1,
          1_000_000,
          DATANODE,
          "How many threads may be inside operations and I/O calls on one volume at a time. More"
              + " fail at once, so that a hung volume leaves threads for the others. Operations"
              + " that end others are always let in.");

  public static final ConfigKey SPACE_REFRESH_INTERVAL =
      ConfigKey.duration(
          "dfs.tiered.volume.space.refresh.interval",
          "1s",
          10,
          HOUR_MS,
          DATANODE,
          "How often each volume's file system is asked for capacity and free space. Reports to"
              + " the NameNode and the choice of volumes use the last answer and never wait.");

  public static final ConfigKey PATIENCE =
      ConfigKey.duration(
          "dfs.tiered.volume.patience",
          "500ms",
          1,
          HOUR_MS,
          DATANODE,
          "How long heartbeats, commands of the NameNode and evictions from RAM_DISK wait for I/O"
              + " that they cause; the I/O goes on without them. Remote calls wait as long when"
              + " half of the threads that answer them are busy on one volume.");

  public static final ConfigKey DRAIN_TIMEOUT =
      ConfigKey.duration(
          "dfs.tiered.drain.timeout",
          "10s",
          1,
          HOUR_MS,
          DATANODE,
          "How long adding, shutting down and deleting a block pool and removing a volume wait for"
              + " operations that are already running there. Nothing waits for a volume that failed or"
              + " hangs.");

  public static final ConfigKey RETURN_DELAY =
      ConfigKey.duration(
          "dfs.tiered.volume.return.delay",
          "15s",
          0,
          HOUR_MS,
          DATANODE,
          "The shortest time between removing a volume from a running DataNode and adding it"
              + " again; what adds it waits. By then, deletions that the NameNode ordered before"
              + " are over. Has to be more than dfs.heartbeat.interval and"
              + " dfs.namenode.redundancy.interval.seconds together.");

  public static final ConfigKey PERCENTILES_INTERVAL =
      ConfigKey.duration(
          "dfs.tiered.volume.metrics.percentiles.interval",
          "60s",
          1_000,
          HOUR_MS,
          DATANODE,
          "Over how long the percentiles in the metrics of a volume are formed.");

  public static final ConfigKey MOVE_SYNC =
      ConfigKey.bool(
          "dfs.tiered.move.sync",
          true,
          DATANODE,
          "Whether a block that moves to another volume of its DataNode is synced there before its"
              + " old replica is deleted. Blocks that move to memory never are. Hadoop's own"
              + " dataset does not sync.");

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
