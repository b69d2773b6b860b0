package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.ReplicaState;
import org.apache.hadoop.hdfs.server.datanode.FinalizedReplica;
import org.apache.hadoop.hdfs.server.datanode.LocalReplicaInPipeline;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInfo;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.hdfs.datanode.lock.IndependentLockManager;
import org.tieredhdfs.hdfs.datanode.volume.MockVolumes;

class NewestReplicaMapTest {
  private static final String POOL = "BP-1";
  private static final int ROUNDS = 20;
  private static final int BLOCKS = 20_000;

  private static ReplicaInfo replica(long blockId, long generationStamp) {
    return new FinalizedReplica(blockId, 1, generationStamp, null, new File("none"));
  }

  private static NewestReplicaMap newMap() {
    return new NewestReplicaMap(new IndependentLockManager(60_000));
  }

  /** Replicas are appended to at the moment at which a volume brings older ones of their blocks. */
  @Test
  void anOlderReplicaNeverTakesThePlaceOfOneThatIsJustAdded() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      for (int round = 0; round < ROUNDS; round++) {
        NewestReplicaMap map = newMap();
        map.initBlockPool(POOL);
        ReplicaMap older = new ReplicaMap();
        for (int id = 0; id < BLOCKS; id++) {
          older.add(POOL, replica(id, 1));
        }
        CyclicBarrier start = new CyclicBarrier(2);
        Future<?> merging =
            threads.submit(
                () -> {
                  start.await();
                  map.mergeAll(older);
                  return null;
                });
        Future<?> adding =
            threads.submit(
                () -> {
                  start.await();
                  for (int id = 0; id < BLOCKS; id++) {
                    map.add(POOL, replica(id, 2));
                  }
                  return null;
                });
        merging.get(120, TimeUnit.SECONDS);
        adding.get(120, TimeUnit.SECONDS);
        assertThat(map.size(POOL)).isEqualTo(BLOCKS);
        for (int id = 0; id < BLOCKS; id++) {
          assertThat(map.get(POOL, id).getGenerationStamp()).isEqualTo(2);
        }
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void aPoolThatWasCleanedUpComesBackByBeingInitialisedOnly() {
    NewestReplicaMap map = newMap();
    map.initBlockPool(POOL);
    map.add(POOL, replica(1, 1));
    map.cleanUpBlockPool(POOL);
    map.add(POOL, replica(2, 1));
    ReplicaMap brought = new ReplicaMap();
    brought.add(POOL, replica(3, 1));
    map.mergeAll(brought);
    assertThat(map.getBlockPoolList()).isEmpty();
    map.initBlockPool(POOL);
    map.add(POOL, replica(4, 1));
    assertThat(map.size(POOL)).isEqualTo(1);
  }

  /** The copy may fail, and then the node would not know what the NameNode was told of. */
  @Test
  void whatAVolumeBringsBackTakesThePlaceOfACopyThatIsBeingReceived() {
    NewestReplicaMap map = newMap();
    map.initBlockPool(POOL);
    for (long copied = 1; copied <= 3; copied++) {
      map.add(
          POOL,
          new LocalReplicaInPipeline(copied, copied, MockVolumes.volume("v"), new File("none"), 0));
    }
    ReplicaMap brought = new ReplicaMap();
    for (long id = 1; id <= 3; id++) {
      brought.add(POOL, replica(id, 2));
    }
    map.mergeAll(brought);
    assertThat(map.get(POOL, 1).getState()).isEqualTo(ReplicaState.FINALIZED);
    assertThat(map.get(POOL, 2).getState()).isEqualTo(ReplicaState.FINALIZED);
    assertThat(map.get(POOL, 3).getState()).as("a newer one").isEqualTo(ReplicaState.TEMPORARY);
  }
}
