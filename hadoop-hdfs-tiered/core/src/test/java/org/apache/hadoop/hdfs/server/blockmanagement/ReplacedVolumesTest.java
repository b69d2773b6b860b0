package org.apache.hadoop.hdfs.server.blockmanagement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.anyList;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.server.namenode.Namesystem;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What becomes of the blocks of a volume when Hadoop fails on some of them. */
class ReplacedVolumesTest {
  private static final int BLOCKS = 3 * ReplacedVolumes.BLOCKS_AT_ONCE + 7;

  private final BlockManager blocks = mock(BlockManager.class);
  private final Namesystem namesystem = mock(Namesystem.class);
  private final ReplacedVolumes volumes = new ReplacedVolumes();
  private final DatanodeStorageInfo storage = storage("DS-1");
  private final Set<Long> looked = new HashSet<>();
  private final Set<Long> bad = new HashSet<>();
  private int largest;
  private boolean isStopping;

  private static DatanodeStorageInfo storage(String id) {
    DatanodeStorageInfo storage =
        BlockManagerTestUtil.updateStorage(
            DFSTestUtil.getDatanodeDescriptor("10.0.0.1", "/rack"),
            new DatanodeStorage(id, DatanodeStorage.State.NORMAL, StorageType.DISK));
    for (int i = 1; i <= BLOCKS; i++) {
      BlockInfo block = new BlockInfoContiguous(new Block(i, 1, 1), (short) 1);
      block.setBlockCollectionId(1);
      storage.addBlock(block);
    }
    return storage;
  }

  @BeforeEach
  void prepare() {
    when(blocks.processMisReplicatedBlocks(anyList()))
        .thenAnswer(call -> process(call.getArgument(0)));
  }

  private int process(List<BlockInfo> some) {
    if (isStopping) {
      return 0;
    }
    largest = Math.max(largest, some.size());
    for (BlockInfo block : some) {
      if (bad.contains(block.getBlockId())) {
        throw new IllegalStateException("block " + block.getBlockId());
      }
      looked.add(block.getBlockId());
    }
    return some.size();
  }

  /** Turns until one has nothing left to do; returns how many failed. */
  private int turns(Set<DatanodeStorageInfo> replaced) {
    int failed = 0;
    int before = -1;
    for (int turn = 0; turn < 20 && (failed > 0 || looked.size() != before); turn++) {
      before = looked.size();
      try {
        volumes.turn(blocks, namesystem, replaced);
      } catch (IllegalStateException e) {
        failed++;
      }
    }
    return failed;
  }

  @Test
  void allBlocksAreLookedAtInPortions() {
    assertThat(turns(Set.of(storage))).isZero();
    assertThat(looked).hasSize(BLOCKS);
    assertThat(largest).isEqualTo(ReplacedVolumes.BLOCKS_AT_ONCE);
  }

  @Test
  void aFailureThatPassesCostsNoBlock() {
    bad.add(500L);
    assertThatThrownBy(() -> volumes.turn(blocks, namesystem, Set.of(storage)))
        .hasMessage("block 500");
    bad.clear();
    assertThat(turns(Set.of(storage))).isZero();
    assertThat(looked).hasSize(BLOCKS);
  }

  @Test
  void aBlockThatAlwaysFailsCostsNoOtherAndEndsTheAttempts() {
    bad.add(500L);
    bad.add(1_500L);
    assertThat(turns(Set.of(storage))).isEqualTo(2 * ReplacedVolumes.ATTEMPTS);
    assertThat(looked).hasSize(BLOCKS - 2).doesNotContain(500L, 1_500L);
  }

  @Test
  void aVolumeWhoseBlocksCannotBeListedAtOnceIsTriedAgain() {
    DatanodeStorageInfo failing = mock(DatanodeStorageInfo.class);
    when(failing.getBlockIterator())
        .thenThrow(new IllegalStateException("not now"))
        .thenAnswer(call -> storage.getBlockIterator());
    assertThat(turns(Set.of(failing))).isEqualTo(1);
    assertThat(looked).hasSize(BLOCKS);
  }

  @Test
  void aVolumeWhoseBlocksCannotBeListedIsOmittedAndNoOther() {
    DatanodeStorageInfo failing = mock(DatanodeStorageInfo.class);
    when(failing.getBlockIterator()).thenThrow(new IllegalStateException("never"));
    assertThatThrownBy(() -> volumes.turn(blocks, namesystem, Set.of(failing))).hasMessage("never");
    assertThat(turns(Set.of(failing, storage))).isEqualTo(ReplacedVolumes.ATTEMPTS - 2);
    assertThat(looked).hasSize(BLOCKS);
  }

  @Test
  void whatANameNodeThatStopsBeingActiveHasLeftIsLookedAtLater() {
    isStopping = true;
    volumes.turn(blocks, namesystem, Set.of(storage));
    assertThat(looked).isEmpty();
    isStopping = false;
    turns(Set.of(storage));
    assertThat(looked).hasSize(BLOCKS);
  }

  @Test
  void theThreadOfTheNameNodeNeverSeesAFailure() {
    BlockManager broken = mock(BlockManager.class);
    when(namesystem.isInSafeMode()).thenThrow(new IllegalStateException("broken"));
    ReplacedVolumes.work(broken, namesystem);
    assertThat(new ArrayList<>(looked)).isEmpty();
  }
}
