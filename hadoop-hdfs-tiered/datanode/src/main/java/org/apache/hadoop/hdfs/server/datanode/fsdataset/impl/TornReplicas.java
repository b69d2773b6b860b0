package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.RecoveryInProgressException;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInfo;
import org.apache.hadoop.hdfs.server.datanode.ReplicaWaitingToBeRecovered;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Verifies replicas that wait for recovery: after a power cut they may contain anything after the
 * last sync, so all chunks are verified before a recovery gets a length.
 *
 * <p>Stock looks at the last chunk only. File systems write later blocks before earlier ones, and
 * ext4 makes a file longer within a block before it writes the data, so there may be zeros in the
 * middle and good chunks after them. The recovery would take all of it, the first reader would find
 * the chunk, and the NameNode would give up the replica, with all that was synced.
 *
 * <p>Each replica is read once, without a lock; a second recovery that comes meanwhile must retry.
 * What is cut is not synced here: until the end of the recovery, which syncs it, the same would be
 * cut again. Thread-safe.
 */
final class TornReplicas {
  private static final Logger LOG = LoggerFactory.getLogger(TornReplicas.class);

  private final ReplicaMap replicas;
  private final FileIoProvider files;
  private final Set<Read> beingRead = ConcurrentHashMap.newKeySet();

  TornReplicas(ReplicaMap replicas, FileIoProvider files) {
    this.replicas = replicas;
    this.files = files;
  }

  private record Read(String pool, long blockId) {}

  /**
   * The result for a replica.
   *
   * @param prefix how to cut it
   * @param found to what
   */
  record Finding(
      ReplicaWaitingToBeRecovered replica, SoundPrefix prefix, SoundPrefix.Found found) {}

  /** A replica whose data all match their checksums. */
  private static final class Checked extends ReplicaWaitingToBeRecovered {
    Checked(ReplicaWaitingToBeRecovered torn, long bytes) {
      super(torn);
      setNumBytes(bytes);
    }

    @Override
    public boolean equals(Object other) {
      return super.equals(other);
    }

    @Override
    public int hashCode() {
      return super.hashCode();
    }
  }

  /**
   * Reads a replica that is about to be recovered. To be called without a lock.
   *
   * @return null if there is nothing to be read
   * @throws RecoveryInProgressException if it is being read already
   */
  @Nullable Finding read(ExtendedBlock block) throws IOException {
    ReplicaInfo replica = replicas.get(block.getBlockPoolId(), block.getBlockId());
    if (!(replica instanceof ReplicaWaitingToBeRecovered torn)
        || replica instanceof Checked
        || replica.getNumBytes() == 0
        || replica.getGenerationStamp() < block.getGenerationStamp()
        || !replica.blockDataExists()
        || !replica.metadataExists()) {
      return null;
    }
    Read read = new Read(block.getBlockPoolId(), block.getBlockId());
    if (!beingRead.add(read)) {
      throw new RecoveryInProgressException(replica + " is being read for another recovery");
    }
    try {
      SoundPrefix prefix =
          SoundPrefix.of(replica.getVolume(), files, torn.getBlockFile(), torn.getMetaFile());
      return prefix == null
          ? null
          : new Finding(torn, prefix, prefix.find(0, replica.getNumBytes()));
    } finally {
      beingRead.remove(read);
    }
  }

  /**
   * Truncates a replica to the result, unless another recovery came first. To be called with the
   * block locked.
   */
  @SuppressWarnings("ReferenceEquality") // equal means the same block id, not the same replica
  void cut(ExtendedBlock block, @Nullable Finding finding) throws IOException {
    String pool = block.getBlockPoolId();
    if (finding == null || replicas.get(pool, block.getBlockId()) != finding.replica) {
      return;
    }
    long bytes = finding.found.bytes();
    if (bytes < finding.replica.getNumBytes()) {
      LOG.warn(
          "Truncating {} to {} bytes: the rest does not match its checksums, and was"
              + " never synced",
          finding.replica,
          bytes);
    }
    finding.prefix.cutTo(finding.found);
    replicas.add(pool, new Checked(finding.replica, bytes));
  }
}
