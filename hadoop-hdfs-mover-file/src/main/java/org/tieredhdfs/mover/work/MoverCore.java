package org.tieredhdfs.mover.work;

import org.tieredhdfs.mover.namenode.ClusterWatch;
import org.tieredhdfs.mover.namenode.NamenodeLink;
import org.tieredhdfs.mover.namenode.PolicyTable;
import org.tieredhdfs.mover.transfer.RemovalReports;
import org.tieredhdfs.mover.transfer.TransferQueue;

/**
 * The components that all work of one mover shares.
 *
 * @param ledger the room that is promised to transfers
 * @param movedBlocks which request moves which block
 * @param removals has the NameNode hear soon of old replicas that are deleted
 */
public record MoverCore(
    NamenodeLink namenode,
    ClusterWatch cluster,
    PolicyTable policies,
    TransferQueue queue,
    SpaceLedger ledger,
    MovedBlocks movedBlocks,
    RemovalReports removals,
    WorkSettings settings) {}
