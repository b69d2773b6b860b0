package org.tieredhdfs.mover.plan;

import java.util.List;
import org.apache.hadoop.fs.StorageType;

/**
 * A block with its good replicas and the storage types that its policy wants.
 *
 * @param replicas one for each node that holds a good one
 * @param wanted a storage type for each replica that there should be; there may be more of these
 *     than replicas
 * @param spread whether no rack may get more of its replicas than the fullest one has, as
 *     erasure-coded blocks and a rack fault tolerant placement demand
 */
public record BlockModel(List<ReplicaModel> replicas, List<StorageType> wanted, boolean spread) {

  public BlockModel {
    replicas = List.copyOf(replicas);
    wanted = List.copyOf(wanted);
  }
}
