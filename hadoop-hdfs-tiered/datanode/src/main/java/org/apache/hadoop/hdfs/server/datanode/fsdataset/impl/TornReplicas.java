package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hdfs.ExtendedBlockId;
import org.apache.hadoop.hdfs.protocol.BlockType;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.RecoveryInProgressException;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.ReplicaState;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.apache.hadoop.hdfs.server.datanode.RepeatedRecovery;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInfo;
import org.apache.hadoop.hdfs.server.datanode.ReplicaWaitingToBeRecovered;
import org.apache.hadoop.hdfs.server.protocol.BlockRecoveryCommand.RecoveringBlock;
import org.apache.hadoop.hdfs.server.protocol.ReplicaRecoveryInfo;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Verifies replicas that wait for recovery: after a power cut they may contain anything after the
 * last sync, and a medium may damage what was synced.
 *
 * <p>Stock looks at the last chunk only, and takes what may have zeros in the middle.
 *
 * <p>Nothing is cut off here, and a recovery takes the least length that it is told. So a replica
 * with a chunk that does not fit tells all of its length at first, with what of it was synced and
 * is gone, and {@linkplain #requireSound refuses} an agreed length that it does not have: the
 * recovery goes on with the others. Only if it is asked again, or is the only one, it tells the
 * length that fits. If a sync covered more than that, it is damaged, not torn. A damaged one takes
 * no part in further rounds of a recovery; in the last, and in a third recovery, which stock may
 * lead, it is left as stock leaves it. If it is the only one, that is in the second.
 *
 * <p>Each replica is read once, without a lock; a second recovery that comes meanwhile must retry.
 * One that cannot be read, or not in time (callers give up after a minute), counts as damaged: who
 * accepts a length has verified it, so that it must not win over others that did. Thread-safe.
 */
final class TornReplicas {
  private static final Logger LOG = LoggerFactory.getLogger(TornReplicas.class);

  /** What reading may take of the time that the caller waits, a minute by default. */
  static final double READ_SHARE = 1 / 6.0;

  private final ReplicaMap replicas;
  private final FileIoProvider files;
  private final long longestReadMs;
  private final Set<ExtendedBlockId> beingRead = ConcurrentHashMap.newKeySet();

  TornReplicas(ReplicaMap replicas, FileIoProvider files, long longestReadMs) {
    this.replicas = replicas;
    this.files = files;
    this.longestReadMs = longestReadMs;
  }

  /**
   * The result for a replica.
   *
   * @param soundBytes how many match their checksums
   * @param syncedBytes how many were synced, as far as that was noted
   */
  record Finding(ReplicaWaitingToBeRecovered replica, long soundBytes, long syncedBytes) {}

  /** A replica that was read, with what was found. */
  private static final class Checked extends ReplicaWaitingToBeRecovered {
    private final long soundBytes;
    private final long syncedBytes;
    private long recoveryId;
    private int recoveries;
    private int round;

    Checked(Finding finding) {
      super(finding.replica);
      this.soundBytes = finding.soundBytes;
      this.syncedBytes = finding.syncedBytes;
    }

    boolean isDamaged() {
      return soundBytes < syncedBytes;
    }

    boolean isTaken() {
      return isDamaged() && round >= RepeatedRecovery.ROUNDS;
    }

    int nextRound(RecoveringBlock recovery) {
      if (recovery.getNewGenerationStamp() != recoveryId) {
        recoveryId = recovery.getNewGenerationStamp();
        recoveries++;
        round = 0;
      }
      // A NameNode does not name DataNodes that it takes for dead, and that may be starting
      boolean isAlone = recovery.getLocations().length < 2;
      boolean isLast =
          BlockType.fromBlockId(getBlockId()) == BlockType.STRIPED
              || recoveries > 2
              || (isAlone && (!isDamaged() || recoveries > 1));
      round = isLast ? RepeatedRecovery.ROUNDS : isAlone ? 1 : round + 1;
      return round;
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
    ExtendedBlockId read = ExtendedBlockId.fromExtendedBlock(block);
    if (!beingRead.add(read)) {
      throw new RecoveryInProgressException(replica + " is being read for another recovery");
    }
    try {
      SoundPrefix prefix =
          SoundPrefix.of(replica.getVolume(), files, torn.getBlockFile(), torn.getMetaFile());
      if (prefix == null) {
        return null;
      }
      long soundBytes = prefix.find(0, replica.getNumBytes(), longestReadMs).bytes();
      return new Finding(torn, soundBytes, prefix.syncedBytes());
    } catch (IOException e) {
      LOG.warn("{} cannot be verified: {}", replica, e.toString());
      return new Finding(torn, 0, replica.getNumBytes());
    } finally {
      beingRead.remove(read);
    }
  }

  /** Records the result, unless another recovery came first. To be called with the block locked. */
  @SuppressWarnings("ReferenceEquality") // equal means the same block id, not the same replica
  void note(ExtendedBlock block, @Nullable Finding finding) {
    String pool = block.getBlockPoolId();
    if (finding == null || replicas.get(pool, block.getBlockId()) != finding.replica) {
      return;
    }
    Checked checked = new Checked(finding);
    if (checked.soundBytes < checked.getNumBytes()) {
      LOG.warn(
          "Of {} only {} bytes are known to match their checksums: {}",
          finding.replica,
          checked.soundBytes,
          checked.isDamaged()
              ? "the rest is damaged"
              : "the rest was not synced, as far as is known");
    }
    replicas.add(pool, checked);
  }

  /**
   * What a recovery that asks once more is told by stock's rules; stock itself refuses that. To be
   * called with the block locked.
   *
   * @return null if it asks for the first time
   * @throws IOException if the replica is newer; stock refuses it, too, but stops the writer first
   */
  @Nullable ReplicaRecoveryInfo again(ExtendedBlock block, long recoveryId) throws IOException {
    ReplicaInfo replica = replicas.get(block.getBlockPoolId(), block.getBlockId());
    if (replica == null || replica.getState() != ReplicaState.RUR) {
      if (replica != null && replica.getGenerationStamp() >= recoveryId) {
        throw new IOException("Recovery " + recoveryId + " is older than " + replica);
      }
      return null;
    }
    return replica.getRecoveryID() == recoveryId ? replica.createInfo() : null;
  }

  /**
   * Whether others have ended a recovery without the replica of a block. Stock would refuse a copy
   * of theirs in its place until the next block report.
   */
  boolean isLeftOut(ExtendedBlock newer) {
    ReplicaInfo old = replicas.get(newer.getBlockPoolId(), newer.getBlockId());
    return old != null
        && checked(newer) != null
        && old.getGenerationStamp() < newer.getGenerationStamp()
        && (old.getState() != ReplicaState.RUR
            || old.getRecoveryID() <= newer.getGenerationStamp());
  }

  private @Nullable Checked checked(ExtendedBlock block) {
    ReplicaInfo replica = replicas.get(block.getBlockPoolId(), block.getBlockId());
    if (replica != null && replica.getState() == ReplicaState.RUR) {
      replica = replica.getOriginalReplica();
    }
    return replica instanceof Checked checked ? checked : null;
  }

  /**
   * What a recovery is told of a replica. To be called with the block locked.
   *
   * @param all as stock tells it
   */
  ReplicaRecoveryInfo told(RecoveringBlock recovery, ReplicaRecoveryInfo all) {
    Checked checked = checked(recovery.getBlock());
    long claimedBytes = checked == null ? 0 : Math.max(all.getNumBytes(), checked.syncedBytes);
    if (checked == null || checked.soundBytes >= claimedBytes) {
      return all;
    }
    int round = checked.nextRound(recovery);
    if (checked.isTaken()) {
      return all;
    }
    return new ReplicaRecoveryInfo(
        all.getBlockId(),
        round == 1 ? claimedBytes : checked.isDamaged() ? 0 : checked.soundBytes,
        all.getGenerationStamp(),
        all.getOriginalReplicaState());
  }

  /**
   * Refuses an agreed length that a replica does not have, so that the others are taken. A damaged
   * one that all depends on is taken as it is. To be called with the block locked.
   *
   * @return the block with the length of the replica, whatever was told of it
   */
  ExtendedBlock requireSound(ExtendedBlock block, long agreedBytes) throws IOException {
    Checked checked = checked(block);
    if (checked == null) {
      return block;
    }
    if (agreedBytes > checked.soundBytes && !checked.isTaken()) {
      throw new IOException(
          String.format(
              "%s cannot be recovered with %d bytes: only %d match their checksums",
              checked, agreedBytes, checked.soundBytes));
    }
    ExtendedBlock own = new ExtendedBlock(block);
    own.setNumBytes(checked.getNumBytes());
    return own;
  }
}
