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
          "How many replicas are moved at a time, in total. Each takes a thread of the"
              + " mover.");

  public static final ConfigKey MOVES_PER_NODE =
      ConfigKey.integer(
          "dfs.mover.file.moves.per.node",
          32,
          1,
          1_000,
          MOVER,
          "How many replicas a DataNode sends or receives for the mover at a time. The DataNode's"
              + " own limit, dfs.datanode.balance.max.concurrent.moves, should be no less.");

  public static final ConfigKey MOVES_PER_VOLUME =
      ConfigKey.integer(
          "dfs.mover.file.moves.per.volume",
          16,
          1,
          1_000,
          MOVER,
          "How many slots each volume has for moves: for replicas that leave it, and for replicas"
              + " that come to the volumes of its storage type on a DataNode. A replica costs"
              + " ceil(size / dfs.mover.file.moves.per.volume.unit) slots, at most all of them."
              + " So many small replicas, which mostly wait for syncs, move at once, but few"
              + " large ones, which would disturb each other and other users of the volume.");

  public static final ConfigKey MOVES_PER_VOLUME_UNIT =
      ConfigKey.size(
          "dfs.mover.file.moves.per.volume.unit",
          "1m",
          4096,
          PETABYTE,
          MOVER,
          "The size of one slot of dfs.mover.file.moves.per.volume. A smaller replica costs one"
              + " slot.");

  public static final ConfigKey VOLUME_REST =
      ConfigKey.duration(
          "dfs.mover.file.volume.rest",
          "50ms",
          0,
          60_000,
          MOVER,
          "The longest pause on a volume after a large move, which is one that took half or more"
              + " of dfs.mover.file.moves.per.volume. The pause lasts as long as the move did, up"
              + " to this value, so that other users of the volume and the DataNode get their"
              + " turn. 0 for no pause.");

  public static final ConfigKey BANDWIDTH =
      ConfigKey.size(
          "dfs.mover.file.bandwidth",
          "0",
          0,
          PETABYTE,
          MOVER,
          "The limit of all moves together, in bytes a second over the long run; 0 for no limit."
              + " A block is never divided: the next one waits until the average is within the"
              + " limit again.");

  public static final ConfigKey BANDWIDTH_PER_NODE =
      ConfigKey.size(
          "dfs.mover.file.bandwidth.per.node",
          "0",
          0,
          PETABYTE,
          MOVER,
          "How many bytes a second a DataNode sends or receives for the mover, over the long run;"
              + " 0 for no limit. Moves within a DataNode count, too.");

  public static final ConfigKey FILES_IN_FLIGHT =
      ConfigKey.integer(
          "dfs.mover.file.files.in.flight",
          1_000,
          1,
          1_000_000,
          MOVER,
          "How many files are in progress at a time. Most of them wait for the NameNode"
              + " to learn of a new replica or to remove an old one. No more files are listed"
              + " until some are done.");

  public static final ConfigKey MOVES_PER_FILE =
      ConfigKey.integer(
          "dfs.mover.file.moves.per.file",
          64,
          1,
          10_000,
          MOVER,
          "How many moves of one file are queued or waiting at a time, so that a large file"
              + " leaves room for others.");

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
          "How often a block is tried before it is given up and reported with the"
              + " reason. A busy DataNode does not count as an attempt.");

  public static final ConfigKey RETRY_DELAY =
      ConfigKey.duration(
          "dfs.mover.file.retry.delay",
          "500ms",
          1,
          HOUR_MS,
          MOVER,
          "How long a block waits after its first failed attempt; each further failure"
              + " doubles it. A DataNode that failed or is busy gets the same pause.");

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
          "How long the NameNode may take to learn of a new replica. After that the"
              + " attempt counts as failed.");

  public static final ConfigKey REMOVAL_TIMEOUT =
      ConfigKey.duration(
          "dfs.mover.file.removal.timeout",
          "5m",
          10,
          24 * HOUR_MS,
          MOVER,
          "How long the NameNode may take to remove an old or superfluous replica."
              + " After that the block is reported as failed.");

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
          "How long a DataNode may be silent while it moves a replica. Copies between"
              + " DataNodes send progress; copies between volumes of a DataNode are silent.");

  public static final ConfigKey NAMENODE_PATIENCE =
      ConfigKey.duration(
          "dfs.mover.file.namenode.patience",
          "10m",
          10,
          24 * HOUR_MS,
          MOVER,
          "How long a file waits for an unreachable NameNode, such as during a restart,"
              + " before it is given up. The HDFS client's own retries come on top.");

  public static final ConfigKey NAMENODE_LATENCY =
      ConfigKey.duration(
          "dfs.mover.file.namenode.latency",
          "30ms",
          1,
          60_000,
          MOVER,
          "How long the NameNode may take for a short call of the mover, one that asks for a file."
              + " When it takes longer, half as many calls are made at a time as before, down to"
              + " two; each round of quicker ones allows one more, up to 64. Lookups of what events"
              + " name are bounded in the same way, up to eight.");

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
          "Which share of its volumes of a storage type moves leave free on a DataNode, so that"
              + " those who write there find room.");

  public static final ConfigKey SERVICE_DIRECTORY =
      ConfigKey.text(
          "dfs.mover.file.service.directory",
          "/system/tiered-file-mover",
          MOVER,
          "The HDFS directory for the service's journal and leader lock. Files below it"
              + " are not followed.");

  public static final ConfigKey SERVICE_ROOTS =
      ConfigKey.list(
          "dfs.mover.file.service.roots",
          "/",
          MOVER,
          "Directories whose renames and changed policies are followed. They are"
              + " scanned completely after a gap in the NameNode's event stream, when edits"
              + " were purged while no instance was running.");

  public static final ConfigKey SERVICE_QUEUE =
      ConfigKey.integer(
          "dfs.mover.file.service.queue",
          1_000_000,
          1,
          100_000_000,
          MOVER,
          "The queue limit for requests of users; a directory is one request, and what waits does"
              + " not count. At the limit, they are refused.");

  public static final ConfigKey SERVICE_QUEUE_PER_USER =
      ConfigKey.integer(
          "dfs.mover.file.service.queue.per.user",
          100_000,
          1,
          100_000_000,
          MOVER,
          "How many files and directories one user may have queued or in progress; what waits does"
              + " not count.");

  public static final ConfigKey SERVICE_OPEN =
      ConfigKey.integer(
          "dfs.mover.file.service.open",
          1_500_000,
          1,
          100_000_000,
          MOVER,
          "How many files and directories are known that are not done: queued, in progress, or"
              + " waiting for a rule, for their writer or for room. Each takes about 0.5 KB of heap."
              + " Requests of users and files found for them are at most half of that."
              + " At the limit, events are kept for ten minutes, then one look at all that is followed"
              + " replaces them; a directory with more files that wait is walked again from time to"
              + " time.");

  public static final ConfigKey SERVICE_RETRY_DELAY =
      ConfigKey.duration(
          "dfs.mover.file.service.retry.delay",
          "1m",
          10,
          24 * HOUR_MS,
          MOVER,
          "How long the service waits before it retries a file that failed for a transient"
              + " reason, such as a lack of space. Each further failure doubles the wait.");

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
          "How long the service retries a file before it gives up and lists it with the"
              + " reason.");

  public static final ConfigKey SERVICE_REQUESTS =
      ConfigKey.integer(
          "dfs.mover.file.service.requests",
          1_000,
          1,
          100_000,
          MOVER,
          "How many requests are in progress at a time. Most wait for the NameNode to remove an"
              + " old replica.");

  public static final ConfigKey SERVICE_FINISHED =
      ConfigKey.integer(
          "dfs.mover.file.service.finished",
          1_000,
          1,
          100_000,
          MOVER,
          "How many ended requests of users are kept, also over a restart, so that their status"
              + " can be queried.");

  public static final ConfigKey SERVICE_OPEN_FILE_DELAY =
      ConfigKey.duration(
          "dfs.mover.file.service.open.file.delay",
          "1h",
          10,
          24 * HOUR_MS,
          MOVER,
          "How long until the service rechecks a file that was being written, if the"
              + " event stream has not reported the close.");

  public static final ConfigKey SERVICE_STANDBY_INTERVAL =
      ConfigKey.duration(
          "dfs.mover.file.service.standby.interval",
          "5s",
          10,
          HOUR_MS,
          MOVER,
          "How often a standby tries to take over. It succeeds when the active instance"
              + " has been silent for a minute (lease recovery).");

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
