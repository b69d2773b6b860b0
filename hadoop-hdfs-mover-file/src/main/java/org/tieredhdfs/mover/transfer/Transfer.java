package org.tieredhdfs.mover.transfer;

import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;

/**
 * One replica to be moved.
 *
 * @param block the block, or the internal block of a block group
 * @param source the node whose replica is superfluous afterwards
 * @param sourceVolume the storage id of the volume that it lies on
 * @param copyFrom the node to read from: the source, or another holder if that one failed
 * @param target the node that gets the replica
 * @param type the storage type that it is to lie on there
 * @param sizeBytes what it costs
 * @param owner the request that it is for
 */
public record Transfer(
    ExtendedBlock block,
    DatanodeInfo source,
    String sourceVolume,
    DatanodeInfo copyFrom,
    DatanodeInfo target,
    StorageType type,
    long sizeBytes,
    Owner owner) {

  public boolean isWithinNode() {
    return source.getDatanodeUuid().equals(target.getDatanodeUuid());
  }
}
