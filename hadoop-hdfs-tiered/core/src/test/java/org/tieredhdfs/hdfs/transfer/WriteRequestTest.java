package org.tieredhdfs.hdfs.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.hdfs.protocol.datatransfer.BlockConstructionStage;
import org.apache.hadoop.hdfs.server.datanode.CachingStrategy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Which requests show that their client writes to other DataNodes, too. */
class WriteRequestTest {
  private static final BlockConstructionStage CREATE = BlockConstructionStage.PIPELINE_SETUP_CREATE;
  private static final CachingStrategy DROPS = new CachingStrategy(true, null);
  private static final CachingStrategy NO_WISH = CachingStrategy.newDefaultStrategy();
  private static final long BLOCK_BYTES = 128L << 20;

  private static OtherNodes others(
      BlockConstructionStage stage, int pipelineSize, long blockBytes, CachingStrategy caching) {
    return new WriteRequest(stage, 0, pipelineSize, blockBytes, caching).otherNodes();
  }

  @Test
  void aFanOutOfHBaseIsRecognized() {
    assertThat(others(CREATE, 1, 0, DROPS)).isEqualTo(OtherNodes.FANNED_OUT);
  }

  @Test
  void aClientWithOneReplicaMayLookLikeItInAllSignsButOne() {
    assertThat(others(CREATE, 1, BLOCK_BYTES, NO_WISH)).isEqualTo(OtherNodes.NONE);
    assertThat(others(CREATE, 1, BLOCK_BYTES, DROPS)).isEqualTo(OtherNodes.NONE);
    assertThat(others(CREATE, 1, 0, NO_WISH)).isEqualTo(OtherNodes.NONE);
    assertThat(others(CREATE, 1, 0, new CachingStrategy(false, null))).isEqualTo(OtherNodes.NONE);
    assertThat(others(CREATE, 1, 0, new CachingStrategy(true, 4L << 20)))
        .isEqualTo(OtherNodes.NONE);
  }

  @ParameterizedTest
  @EnumSource(
      value = BlockConstructionStage.class,
      mode = Mode.EXCLUDE,
      names = "PIPELINE_SETUP_CREATE")
  void itOnlyCreates(BlockConstructionStage stage) {
    assertThat(others(stage, 1, 0, DROPS)).isEqualTo(OtherNodes.NONE);
  }

  @Test
  void aPipelineOfSeveralHasOthersAtEachPlace() {
    for (int targets = 0; targets < 3; targets++) {
      WriteRequest request = new WriteRequest(CREATE, targets, 3, BLOCK_BYTES, NO_WISH);
      assertThat(request.otherNodes()).isEqualTo(OtherNodes.IN_PIPELINE);
      assertThat(request.isToFirst()).isEqualTo(targets == 2);
    }
    assertThat(new WriteRequest(CREATE, 1, 1, 0, DROPS).otherNodes())
        .isEqualTo(OtherNodes.IN_PIPELINE);
  }

  @Test
  void aCopyFromAnotherDataNodeShowsNone() {
    assertThat(others(BlockConstructionStage.TRANSFER_RBW, 0, 0, NO_WISH))
        .isEqualTo(OtherNodes.NONE);
    assertThat(others(CREATE, 0, 0, DROPS)).isEqualTo(OtherNodes.NONE);
  }

  @Test
  void aTransferWithoutReadAheadIsOfAReplicaThatNobodyHasSynced() {
    CachingStrategy asks = new CachingStrategy(true, 4L << 20);
    BlockConstructionStage transfer = BlockConstructionStage.TRANSFER_RBW;
    assertThat(new WriteRequest(transfer, 0, 0, 1, DROPS).isOfUnsyncedReplica()).isTrue();
    assertThat(new WriteRequest(transfer, 0, 0, 1, asks).isOfUnsyncedReplica()).isFalse();
    assertThat(new WriteRequest(CREATE, 0, 1, 1, DROPS).isOfUnsyncedReplica()).isFalse();
  }

  @Test
  void pipelineNodesCountsThisOneAndThoseBehindIt() {
    assertThat(new WriteRequest(CREATE, 2, 3, BLOCK_BYTES, NO_WISH).pipelineNodes()).isEqualTo(3);
    assertThat(new WriteRequest(CREATE, 0, 3, BLOCK_BYTES, NO_WISH).pipelineNodes()).isEqualTo(3);
    assertThat(new WriteRequest(CREATE, 1, 0, BLOCK_BYTES, NO_WISH).pipelineNodes()).isEqualTo(2);
    assertThat(new WriteRequest(CREATE, 0, 0, BLOCK_BYTES, NO_WISH).pipelineNodes()).isEqualTo(1);
  }
}
