package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.Set;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.ReplicaHandler;
import org.apache.hadoop.util.DiskChecker.DiskOutOfSpaceException;
import org.apache.hadoop.util.functional.FunctionRaisingIOE;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.hdfs.types.CustomStorageType;
import org.tieredhdfs.hdfs.types.StorageTypeTable;

/**
 * Puts a block on another type of the same DataNode if its custom type has no room.
 *
 * <p>The NameNode falls back by a policy only where it sees that a type is full, and it sees less
 * than the DataNode: not the space that is kept free beyond a block, nor blocks that others have
 * begun since the last heartbeat. A client whose DataNodes all refuse gives up its file; a small
 * volume in memory is full every day. Stock types are left as they are. Stateless.
 */
final class FullTypeFallback {
  private static final Logger LOG = LoggerFactory.getLogger(FullTypeFallback.class);

  private FullTypeFallback() {}

  /** Creates the replica on the wanted type, or on a fallback. */
  static ReplicaHandler orElsewhere(
      StorageType wanted,
      IndependentFsDataset dataset,
      ExtendedBlock block,
      FunctionRaisingIOE<StorageType, ReplicaHandler> creation)
      throws IOException {
    try {
      return counted(wanted, dataset, block, creation);
    } catch (DiskOutOfSpaceException full) {
      for (String name : substitutes(wanted)) {
        StorageType substitute = StorageType.valueOf(name);
        if (dataset.getVolumeList().stream()
            .anyMatch(volume -> volume.getStorageType() == substitute)) {
          try {
            ReplicaHandler replica = creation.apply(substitute);
            LOG.info("{} goes to {}: {}", block, substitute, full.getMessage());
            return replica;
          } catch (DiskOutOfSpaceException e) {
            full.addSuppressed(e);
          }
        }
      }
      throw full;
    }
  }

  private static ReplicaHandler counted(
      StorageType wanted,
      IndependentFsDataset dataset,
      ExtendedBlock block,
      FunctionRaisingIOE<StorageType, ReplicaHandler> creation)
      throws IOException {
    Runnable arrived =
        dataset.guards().registry().ramCreations().begin(wanted, block.getNumBytes());
    try {
      return creation.apply(wanted);
    } finally {
      arrived.run();
    }
  }

  /** The same order as in the built-in policies; none for a stock type. */
  private static Set<String> substitutes(StorageType full) {
    Set<String> names = new LinkedHashSet<>();
    for (CustomStorageType custom : StorageTypeTable.types()) {
      if (custom.name().equals(full.name())) {
        names.add(custom.ram() ? "SSD" : custom.stockAlias());
        names.add("DISK");
      }
    }
    return names;
  }
}
