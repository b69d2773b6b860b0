package org.tieredhdfs.mover.conf;

import java.util.List;
import org.tieredhdfs.hdfs.conf.ConfigKey;

/** The configuration keys of the file-level mover and its service. */
public final class MoverKeys {
  private static final String MOVER = "file-level mover";
  private static final long HOUR_MS = 3_600_000;
  private static final long PETABYTE = 1L << 50;

  public static final ConfigKey MOVES =
      ConfigKey.integer(
          "dfs.mover.file.moves",
          64,
          1,
          10_000,
          MOVER,
          "How many replicas are moved at a time in total; each takes a thread of the mover.");

  public static final ConfigKey MOVES_PER_NODE =
      ConfigKey.integer(
          "dfs.mover.file.moves.per.node",
          32,
          1,
          1_000,
          MOVER,
          "How many replicas a DataNode sends or receives for the mover at a time."
              + " dfs.datanode.balance.max.concurrent.moves should be no less.");

  public static final ConfigKey MOVES_PER_VOLUME =
      ConfigKey.integer(
          "dfs.mover.file.moves.per.volume",
          16,
          1,
          1_000,
          MOVER,
          "How many slots for moves a volume has: for replicas that leave it, and for those that"
              + " come to the volumes of its type on a DataNode. A replica takes ceil(size /"
              + " dfs.mover.file.moves.per.volume.unit) slots, at most all.");

  public static final ConfigKey MOVES_PER_VOLUME_UNIT =
      ConfigKey.size(
          "dfs.mover.file.moves.per.volume.unit",
          "1m",
          4096,
          PETABYTE,
          MOVER,
          "The size of one slot of dfs.mover.file.moves.per.volume; a smaller replica takes one.");

  public static final ConfigKey VOLUME_REST =
      ConfigKey.duration(
          "dfs.mover.file.volume.rest",
          "50ms",
          0,
          60_000,
          MOVER,
          "The longest pause of a volume after a move that took half or more of its slots; it lasts"
              + " as long as the move did, up to this. 0: no pause.");

  public static final ConfigKey BANDWIDTH =
      ConfigKey.size(
          "dfs.mover.file.bandwidth",
          "0",
          0,
          PETABYTE,
          MOVER,
          "The limit of all moves together, in bytes a second over the long run. 0: no limit.");

  public static final ConfigKey BANDWIDTH_PER_NODE =
      ConfigKey.size(
          "dfs.mover.file.bandwidth.per.node",
          "0",
          0,
          PETABYTE,
          MOVER,
          "The same for what each DataNode sends or receives; moves within it count, too.");

  public static final ConfigKey FILES_IN_FLIGHT =
      ConfigKey.integer(
          "dfs.mover.file.files.in.flight",
          1_000,
          1,
          1_000_000,
          MOVER,
          "How many files are in progress at a time; no more are listed until some are done.");

  public static final ConfigKey MOVES_PER_FILE =
      ConfigKey.integer(
          "dfs.mover.file.moves.per.file",
          64,
          1,
          10_000,
          MOVER,
          "How many moves of one file are queued or waiting at a time.");

  public static final ConfigKey WORKERS =
      ConfigKey.integer(
          "dfs.mover.file.workers",
          8,
          1,
          256,
          MOVER,
          "How many threads ask the NameNode for blocks and plan moves.");

  public static final ConfigKey ATTEMPTS =
      ConfigKey.integer(
          "dfs.mover.file.attempts",
          5,
          1,
          1_000,
          MOVER,
          "How often a block is tried before it is given up; a busy DataNode does not count.");

  public static final ConfigKey RETRY_DELAY =
      ConfigKey.duration(
          "dfs.mover.file.retry.delay",
          "500ms",
          1,
          HOUR_MS,
          MOVER,
          "How long a block waits after its first failed attempt, and a DataNode that failed or is"
              + " busy; each further failure doubles it.");

  public static final ConfigKey MAX_RETRY_DELAY =
      ConfigKey.duration(
          "dfs.mover.file.retry.max.delay",
          "30s",
          1,
          HOUR_MS,
          MOVER,
          "The longest wait between two attempts.");

  public static final ConfigKey CONFIRM_TIMEOUT =
      ConfigKey.duration(
          "dfs.mover.file.confirm.timeout",
          "30s",
          10,
          HOUR_MS,
          MOVER,
          "How long the NameNode may take to learn of a new replica before the attempt counts as"
              + " failed.");

  public static final ConfigKey REMOVAL_TIMEOUT =
      ConfigKey.duration(
          "dfs.mover.file.removal.timeout",
          "5m",
          10,
          24 * HOUR_MS,
          MOVER,
          "How long the NameNode may take to remove an old or superfluous replica before the block"
              + " counts as failed.");

  public static final ConfigKey CONNECT_TIMEOUT =
      ConfigKey.duration(
          "dfs.mover.file.connect.timeout",
          "10s",
          10,
          HOUR_MS,
          MOVER,
          "The timeout for connecting to a DataNode.");

  public static final ConfigKey TRANSFER_TIMEOUT =
      ConfigKey.duration(
          "dfs.mover.file.transfer.timeout",
          "5m",
          10,
          24 * HOUR_MS,
          MOVER,
          "How long a DataNode may be silent while it moves a replica. Copies between volumes of a"
              + " DataNode send no progress.");

  public static final ConfigKey NAMENODE_PATIENCE =
      ConfigKey.duration(
          "dfs.mover.file.namenode.patience",
          "10m",
          10,
          24 * HOUR_MS,
          MOVER,
          "How long a file waits for an unreachable NameNode before it is given up. The HDFS"
              + " client's own retries come on top.");

  public static final ConfigKey NAMENODE_LATENCY =
      ConfigKey.duration(
          "dfs.mover.file.namenode.latency",
          "30ms",
          1,
          60_000,
          MOVER,
          "How long the NameNode may take for a short call. When it takes longer, half as many"
              + " calls are made at a time, down to two; quicker ones raise that again, up to 64.");

  public static final ConfigKey REFRESH_INTERVAL =
      ConfigKey.duration(
          "dfs.mover.file.cluster.refresh.interval",
          "10s",
          100,
          HOUR_MS,
          MOVER,
          "The maximum age of the mover's view of DataNodes, volumes and free space.");

  public static final ConfigKey RESERVE =
      ConfigKey.decimal(
          "dfs.mover.file.reserve",
          0.05,
          0,
          0.9,
          MOVER,
          "The share of a DataNode's volumes of a type that moves leave free for writers.");

  public static final ConfigKey SERVICE_DIRECTORY =
      ConfigKey.text(
          "dfs.mover.file.service.directory",
          "/system/tiered-file-mover",
          MOVER,
          "The HDFS directory of the service's journal and leader lock; files in it are not"
              + " followed.");

  public static final ConfigKey SERVICE_ROOTS =
      ConfigKey.list(
          "dfs.mover.file.service.roots",
          "/",
          MOVER,
          "Directories whose renames and changed policies are followed. They are scanned completely"
              + " after a gap in the NameNode's events.");

  public static final ConfigKey SERVICE_QUEUE =
      ConfigKey.integer(
          "dfs.mover.file.service.queue",
          1_000_000,
          1,
          100_000_000,
          MOVER,
          "How many requests of users may be queued, waiting ones not counted; a directory is one."
              + " More are refused.");

  public static final ConfigKey SERVICE_QUEUE_PER_USER =
      ConfigKey.integer(
          "dfs.mover.file.service.queue.per.user",
          100_000,
          1,
          100_000_000,
          MOVER,
          "How many files and directories of one user may be queued or in progress, waiting ones"
              + " not counted.");

  public static final ConfigKey SERVICE_OPEN =
      ConfigKey.integer(
          "dfs.mover.file.service.open",
          1_500_000,
          1,
          100_000_000,
          MOVER,
          "How many unfinished files and directories are kept; those of users' requests are"
              + " at most half. Each takes about 0.5 KB of heap.");

  public static final ConfigKey SERVICE_RETRY_DELAY =
      ConfigKey.duration(
          "dfs.mover.file.service.retry.delay",
          "1m",
          10,
          24 * HOUR_MS,
          MOVER,
          "How long a file that failed for a transient reason waits; each further failure doubles"
              + " it.");

  public static final ConfigKey SERVICE_RETRY_MAX_DELAY =
      ConfigKey.duration(
          "dfs.mover.file.service.retry.max.delay",
          "1h",
          10,
          24 * HOUR_MS,
          MOVER,
          "The longest wait between two tries of the service.");

  public static final ConfigKey SERVICE_RETRY_FOR =
      ConfigKey.duration(
          "dfs.mover.file.service.retry.for",
          "7d",
          0,
          365 * 24 * HOUR_MS,
          MOVER,
          "How long the service retries a file before it gives up and lists it with the reason.");

  public static final ConfigKey SERVICE_REQUESTS =
      ConfigKey.integer(
          "dfs.mover.file.service.requests",
          1_000,
          1,
          100_000,
          MOVER,
          "How many requests are in progress at a time.");

  public static final ConfigKey SERVICE_FINISHED =
      ConfigKey.integer(
          "dfs.mover.file.service.finished",
          1_000,
          1,
          100_000,
          MOVER,
          "How many ended requests of users are kept for status queries, also over a restart.");

  public static final ConfigKey SERVICE_OPEN_FILE_DELAY =
      ConfigKey.duration(
          "dfs.mover.file.service.open.file.delay",
          "1h",
          10,
          24 * HOUR_MS,
          MOVER,
          "When a file that was being written is checked again if no event has reported the"
              + " close.");

  public static final ConfigKey SERVICE_STANDBY_INTERVAL =
      ConfigKey.duration(
          "dfs.mover.file.service.standby.interval",
          "5s",
          10,
          HOUR_MS,
          MOVER,
          "How often a standby tries to take over.");

  private MoverKeys() {}

  /**
   * The keys of the library and the service, without those of the page, the protocol and the rules.
   */
  public static List<ConfigKey> all() {
    return List.of(
        MOVES,
        MOVES_PER_NODE,
        MOVES_PER_VOLUME,
        MOVES_PER_VOLUME_UNIT,
        VOLUME_REST,
        BANDWIDTH,
        BANDWIDTH_PER_NODE,
        FILES_IN_FLIGHT,
        MOVES_PER_FILE,
        WORKERS,
        ATTEMPTS,
        RETRY_DELAY,
        MAX_RETRY_DELAY,
        CONFIRM_TIMEOUT,
        REMOVAL_TIMEOUT,
        CONNECT_TIMEOUT,
        TRANSFER_TIMEOUT,
        NAMENODE_PATIENCE,
        NAMENODE_LATENCY,
        REFRESH_INTERVAL,
        RESERVE,
        SERVICE_DIRECTORY,
        SERVICE_ROOTS,
        SERVICE_QUEUE,
        SERVICE_QUEUE_PER_USER,
        SERVICE_OPEN,
        SERVICE_REQUESTS,
        SERVICE_FINISHED,
        SERVICE_OPEN_FILE_DELAY,
        SERVICE_RETRY_DELAY,
        SERVICE_RETRY_MAX_DELAY,
        SERVICE_RETRY_FOR,
        SERVICE_STANDBY_INTERVAL);
  }
}
