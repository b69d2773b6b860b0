package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.Mockito.mock;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.FinalizedReplica;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInfo;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which replicas reports omit, whatever comes of their deletion. */
class OrderedDeletionsTest {
  private static final String POOL = "BP-1";
  private static final long GENERATION = 1001;

  private final FsVolumeSpi volume = mock(FsVolumeSpi.class);
  private final ReplicaMap replicas = new ReplicaMap();
  private final OrderedDeletions deletions = new OrderedDeletions(replicas);
  private final List<Block> blocks = new ArrayList<>();

  @BeforeEach
  void makeReplicas() {
    replicas.initBlockPool(POOL);
    for (int id = 1; id <= 3; id++) {
      replicas.add(POOL, new FinalizedReplica(id, 10, GENERATION, volume, new File("f")));
      blocks.add(new Block(id, 10, GENERATION));
    }
  }

  private boolean isOrdered(long id) {
    return deletions.ordered(POOL).test(replicas.get(POOL, id));
  }

  private void end(long id) {
    deletions.ended(new ExtendedBlock(POOL, id, 10, GENERATION));
  }

  @Test
  void anOrderLastsUntilItsDeletionHasEnded() throws IOException {
    List<Block> handed = new ArrayList<>();
    deletions.order(POOL, blocks).delete(handed::add);
    assertThat(handed).isEqualTo(blocks);
    assertThat(isOrdered(2)).isTrue();
    end(2);
    assertThat(isOrdered(2)).isFalse();
    assertThat(isOrdered(1)).isTrue();
  }

  @Test
  void aFailureOfAnyKindKeepsOneReplicaAndNoOther() {
    List<Block> handed = new ArrayList<>();
    OrderedDeletions.Batch batch = deletions.order(POOL, blocks);
    assertThatThrownBy(
            () ->
                batch.delete(
                    block -> {
                      if (block.getBlockId() == 1) {
                        throw new IllegalStateException("as from stock code");
                      }
                      handed.add(block);
                    }))
        .isInstanceOf(IOException.class)
        .hasCauseInstanceOf(IllegalStateException.class);
    assertThat(handed).extracting(Block::getBlockId).containsExactly(2L, 3L);
    assertThat(isOrdered(1)).as("it stays, and is reported").isFalse();
    assertThat(isOrdered(2)).isTrue();
  }

  @Test
  void anErrorLetsGoAllThatWereNotHandedOver() {
    OrderedDeletions.Batch batch = deletions.order(POOL, blocks);
    assertThatThrownBy(
            () ->
                batch.delete(
                    block -> {
                      if (block.getBlockId() == 2) {
                        throw new AssertionError("as for want of memory");
                      }
                    }))
        .isInstanceOf(AssertionError.class);
    assertThat(isOrdered(1)).isTrue();
    assertThat(isOrdered(2) || isOrdered(3)).isFalse();
  }

  @Test
  void aSecondOrderThatFailsLeavesTheFirst() throws IOException {
    deletions.order(POOL, blocks).delete(block -> {});
    OrderedDeletions.Batch second = deletions.order(POOL, blocks);
    second.letGo();
    assertThat(isOrdered(1)).isTrue();
  }

  @Test
  void aFirstOrderThatFailsLeavesTheSecond() throws IOException {
    OrderedDeletions.Batch first = deletions.order(POOL, blocks);
    OrderedDeletions.Batch second = deletions.order(POOL, blocks);
    first.letGo();
    second.delete(block -> {});
    assertThat(isOrdered(1)).as("its deletion is on its way").isTrue();
    end(1);
    assertThat(isOrdered(1)).isFalse();
  }

  @Test
  void theEndOfAnOlderReplicasDeletionIsNotThatOfANewerOne() throws IOException {
    ReplicaInfo newer = new FinalizedReplica(1, 10, GENERATION + 1, volume, new File("f"));
    replicas.add(POOL, newer);
    deletions.order(POOL, List.of(new Block(1, 10, GENERATION + 1))).delete(block -> {});
    end(1);
    assertThat(isOrdered(1)).isTrue();
  }

  @Test
  void anotherReplicaOfTheBlockIsReported() throws IOException {
    deletions.order(POOL, blocks).delete(block -> {});
    replicas.add(POOL, new FinalizedReplica(1, 10, GENERATION, volume, new File("moved")));
    assertThat(isOrdered(1)).isFalse();
    deletions.forgetOthers();
    end(2);
    end(3);
    assertThat(deletions.isEmpty()).isTrue();
  }
}
