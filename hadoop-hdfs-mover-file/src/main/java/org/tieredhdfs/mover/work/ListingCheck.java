package org.tieredhdfs.mover.work;

import java.io.IOException;
import java.util.Set;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.protocol.HdfsLocatedFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.mover.namenode.ClusterSnapshot;
import org.tieredhdfs.mover.plan.BlockPlanner;

/**
 * Checks from a listing whether a file is in place, so that files in place cost the NameNode no
 * call beyond the listing, and the first moves of others can be planned. Thread-safe.
 */
final class ListingCheck {
  private static final Logger LOG = LoggerFactory.getLogger(ListingCheck.class);

  /** The result for one listed file. */
  enum Verdict {
    IN_PLACE,
    OUT_OF_PLACE,
    /** It is being written, damaged, or HDFS is at work on it: the NameNode is to be asked anew. */
    IN_DOUBT
  }

  private final MoverCore core;

  ListingCheck(MoverCore core) {
    this.core = core;
  }

  Verdict judge(HdfsLocatedFileStatus file) {
    BlockStoragePolicy policy;
    try {
      policy = core.policies().policy(file.getStoragePolicy());
    } catch (IOException e) {
      LOG.debug("Checking again", e);
      return Verdict.IN_DOUBT;
    }
    LocatedBlocks located = file.getLocatedBlocks();
    if (policy == null
        || located == null
        || located.isUnderConstruction()
        || !FilePolicy.isUsedFor(file, policy)) {
      return Verdict.IN_DOUBT;
    }
    FilePolicy filePolicy = FilePolicy.of(file, policy, core.settings());
    ClusterSnapshot cluster = core.cluster().current();
    boolean isInPlace = true;
    for (LocatedBlock block : located.getLocatedBlocks()) {
      if (block.isCorrupt() || block.getLocations().length == 0) {
        return Verdict.IN_DOUBT;
      }
      BlockView view = new BlockView(block, filePolicy, cluster, Set.of());
      boolean areAllTold = block.getLocations().length >= view.model().wanted().size();
      if (view.superfluous() > 0 || (!areAllTold && cluster.hidesReplicas())) {
        return Verdict.IN_DOUBT;
      }
      isInPlace &= BlockPlanner.isInPlace(view.model());
    }
    return isInPlace ? Verdict.IN_PLACE : Verdict.OUT_OF_PLACE;
  }
}
