package org.tieredhdfs.mover.work;

import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicyRackFaultTolerant;
import org.tieredhdfs.mover.conf.MoverKeys;
import org.tieredhdfs.mover.transfer.Backoff;

/**
 * The settings for the work on a file.
 *
 * @param attempts how often a block is tried
 * @param backoff how long it waits in between
 * @param confirmTimeoutNs how long the NameNode may take to know a new replica
 * @param removalTimeoutNs how long it may take to have an old one removed
 * @param namenodePatienceNs how long a NameNode that cannot be asked is waited for
 * @param movesPerFile how many moves of a file are queued or waiting at a time
 * @param reserve which share of a DataNode's volumes of a type is left to writers
 * @param spreadsAllBlocks whether the NameNode spreads replicas over all racks
 */
public record WorkSettings(
    int attempts,
    Backoff backoff,
    long confirmTimeoutNs,
    long removalTimeoutNs,
    long namenodePatienceNs,
    int movesPerFile,
    double reserve,
    boolean spreadsAllBlocks) {

  public static WorkSettings of(Configuration conf) {
    Class<?> placement =
        conf.getClass(DFSConfigKeys.DFS_BLOCK_REPLICATOR_CLASSNAME_KEY, Object.class);
    return new WorkSettings(
        MoverKeys.ATTEMPTS.getInt(conf),
        new Backoff(
            MoverKeys.RETRY_DELAY.getDurationMs(conf),
            MoverKeys.MAX_RETRY_DELAY.getDurationMs(conf)),
        TimeUnit.MILLISECONDS.toNanos(MoverKeys.CONFIRM_TIMEOUT.getDurationMs(conf)),
        TimeUnit.MILLISECONDS.toNanos(MoverKeys.REMOVAL_TIMEOUT.getDurationMs(conf)),
        TimeUnit.MILLISECONDS.toNanos(MoverKeys.NAMENODE_PATIENCE.getDurationMs(conf)),
        MoverKeys.MOVES_PER_FILE.getInt(conf),
        MoverKeys.RESERVE.getDouble(conf),
        BlockPlacementPolicyRackFaultTolerant.class.isAssignableFrom(placement));
  }
}
