package org.tieredhdfs.mover.work;

import java.io.IOException;
import java.util.Set;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.protocol.HdfsLocatedFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.mover.namenode.ClusterSnapshot;
import org.tieredhdfs.mover.plan.BlockPlanner;

/**
 * Tells of a file in a listing whether it lies where its policy says, so that a walk over files in
 * place costs the NameNode its listings and no more.
 *
 * <p>It says yes only where there is no doubt: of all else the NameNode is asked anew. Thread-safe.
 */
final class InPlaceCheck {
  private static final Logger LOG = LoggerFactory.getLogger(InPlaceCheck.class);

  private final MoverCore core;

  InPlaceCheck(MoverCore core) {
    this.core = core;
  }

  boolean isInPlace(HdfsLocatedFileStatus file) {
    try {
      return isInPlace(file, core.policies().policy(file.getStoragePolicy()));
    } catch (IOException e) {
      LOG.debug("Asked about once more", e);
      return false;
    }
  }

  private boolean isInPlace(HdfsLocatedFileStatus file, @Nullable BlockStoragePolicy policy) {
    LocatedBlocks located = file.getLocatedBlocks();
    if (policy == null
        || located == null
        || located.isUnderConstruction()
        || !FilePolicy.isUsedFor(file, policy)) {
      return false;
    }
    FilePolicy filePolicy = FilePolicy.of(file, policy, core.settings());
    ClusterSnapshot cluster = core.cluster().current();
    for (LocatedBlock block : located.getLocatedBlocks()) {
      if (!isInPlace(block, filePolicy, cluster)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isInPlace(LocatedBlock block, FilePolicy policy, ClusterSnapshot cluster) {
    if (block.isCorrupt() || block.getLocations().length == 0) {
      return false;
    }
    BlockView view = new BlockView(block, policy, cluster, Set.of());
    return view.superfluous() <= 0 && BlockPlanner.isInPlace(view.model());
  }
}
