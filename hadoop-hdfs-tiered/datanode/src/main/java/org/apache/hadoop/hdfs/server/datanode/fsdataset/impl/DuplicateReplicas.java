package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import java.io.File;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.ReplicaState;
import org.apache.hadoop.hdfs.server.datanode.DatanodeUtil;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.apache.hadoop.hdfs.server.datanode.ReplicaBuilder;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInfo;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeReference;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi.ScanInfo;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Resolves duplicates that the directory scanner finds, such as those left by a volume that was
 * removed during an append (see {@link NewestReplicaMap}). The older replica is deleted, and the
 * other one stays unchanged.
 *
 * <p>Stock deletes the older one, too, but then sets the other one's generation stamp to 0 and
 * reports it as corrupt.
 *
 * <p>A replica that was appended to since the scan is left alone, too: Hadoop 3.4 takes it for
 * corrupt, because the file of its old checksums is gone (HDFS-17346).
 */
record DuplicateReplicas(ReplicaMap replicas, FileIoProvider files) {
  private static final Logger LOG = LoggerFactory.getLogger(DuplicateReplicas.class);

  /**
   * Removes the checksums that an older replica of the block left where this one will be made
   * final; its data are overwritten then. Of two files of checksums beside the data Hadoop takes
   * either after a restart. To be called with the block locked.
   */
  void makeWay(String pool, @Nullable ReplicaInfo replica) throws IOException {
    if (replica == null || !(replica.getVolume() instanceof FsVolumeImpl volume)) {
      return;
    }
    long id = replica.getBlockId();
    File place = DatanodeUtil.idToBlockDir(volume.getFinalizedDir(pool), id);
    if (!files.exists(volume, place)) {
      return;
    }
    for (String name : files.list(volume, place)) {
      if (Block.isMetaFilename(name)
          && Block.getBlockId(name) == id
          && Block.getGenerationStamp(name) != replica.getGenerationStamp()) {
        File file = new File(place, name);
        LOG.info("Deleting {}: an older replica left it where {} will be written", file, replica);
        if (!files.deleteWithExistsCheck(volume, file)) {
          throw new IOException(file + " is in the way of " + replica + " and cannot be deleted");
        }
      }
    }
  }

  /**
   * Removes one of two replicas, if the one found differs from the one that the node knows and both
   * exist. To be called with the block locked.
   *
   * @return whether that was so, or the scan is out of date, which leaves nothing to do for stock
   */
  boolean resolve(String pool, ScanInfo found) throws IOException {
    ReplicaInfo known = replicas.get(pool, found.getBlockId());
    File data = found.getBlockFile();
    if (known == null
        || known.getState() != ReplicaState.FINALIZED
        || data == null
        || !(found.getVolume() instanceof FsVolumeImpl volume)) {
      return false;
    }
    if (known.getBlockURI().equals(data.toURI())) {
      return isOfBefore(known, found.getMetaFile());
    }
    try (FsVolumeReference inUse = volume.obtainReference()) {
      if (!files.exists(inUse.getVolume(), data)
          || !known.blockDataExists()
          || !known.metadataExists()) {
        return false;
      }
      keepOne(pool, volume, known, found, data);
    } catch (ClosedChannelException e) {
      LOG.info("Keeping {}: {} was removed since the scan", data, volume);
    }
    return true;
  }

  /** Whether the checksums were renamed meanwhile, as by an append. */
  private boolean isOfBefore(ReplicaInfo known, @Nullable File meta) {
    return meta != null
        && !files.exists(known.getVolume(), meta)
        && known.metadataExists()
        && known.blockDataExists()
        && known.getBlockDataLength() == known.getNumBytes();
  }

  private void keepOne(
      String pool, FsVolumeImpl volume, ReplicaInfo known, ScanInfo found, File data)
      throws IOException {
    File meta = found.getMetaFile();
    if (meta == null || !files.exists(volume, meta)) {
      LOG.info("Deleting {}: it has no checksums, and {} exists", data, known.getBlockURI());
      files.fullyDelete(volume, data);
      return;
    }
    ReplicaInfo other =
        new ReplicaBuilder(ReplicaState.FINALIZED)
            .setBlockId(found.getBlockId())
            .setLength(data.length())
            .setGenerationStamp(Block.getGenerationStamp(meta.getName()))
            .setFsVolume(volume)
            .setDirectoryToUse(data.getParentFile())
            .build();
    LOG.info("{} and {} are replicas of the same block; deleting the older one", known, other);
    volume.resolveDuplicateReplicas(pool, known, other, replicas);
  }
}
