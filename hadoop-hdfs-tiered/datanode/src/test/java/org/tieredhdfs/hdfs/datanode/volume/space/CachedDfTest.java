package org.tieredhdfs.hdfs.datanode.volume.space;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

import java.io.File;
import java.io.IOException;
import org.apache.hadoop.fs.DF;
import org.apache.hadoop.hdfs.net.Peer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.hdfs.datanode.volume.MockVolumes;
import org.tieredhdfs.hdfs.datanode.volume.VolumeRegistry;
import org.tieredhdfs.hdfs.datanode.volume.VolumeState;
import org.tieredhdfs.hdfs.transfer.ClientTransfer;
import org.tieredhdfs.hdfs.transfer.ClientTransfer.Kind;
import org.tieredhdfs.hdfs.transfer.OtherNodes;
import org.tieredhdfs.hdfs.transfer.Transfers;

/** To whom the room of a volume is shown that is out of use. */
class CachedDfTest {
  private final VolumeState volume =
      new VolumeRegistry(1_000, 100, 30_000, 60).state(MockVolumes.volume("v"));
  private CachedDf space;

  @BeforeEach
  void make(@TempDir File folder) throws IOException {
    space = new CachedDf(new DF(folder, 0), volume);
  }

  @AfterEach
  void end() {
    Transfers.end();
  }

  private boolean hasRoomForHeartbeats() {
    return space.getAvailable() > 0;
  }

  private boolean hasRoomFor(Kind kind, OtherNodes others) {
    Transfers.begin(new ClientTransfer(kind, mock(Peer.class), "client", 1, others, () -> null));
    try {
      return space.getAvailable() > 0;
    } finally {
      Transfers.end();
    }
  }

  @Test
  void aVolumeInServiceHasItsRoom() {
    assertThat(hasRoomForHeartbeats()).isTrue();
    assertThat(hasRoomFor(Kind.WRITE, OtherNodes.IN_PIPELINE)).isTrue();
  }

  @Test
  void oneThatHangsHasRoomOnlyForWhoHasNoOtherDataNode() {
    volume.hang(new VolumeState.Hang(0, false, ""), false);
    assertThat(hasRoomForHeartbeats()).isFalse();
    assertThat(hasRoomFor(Kind.WRITE, OtherNodes.IN_PIPELINE)).isFalse();
    assertThat(hasRoomFor(Kind.WRITE, OtherNodes.NONE)).isTrue();
  }

  @Test
  void oneOnProbationHasRoomForAllWhoWriteHere() {
    volume.hang(null, true);
    assertThat(hasRoomForHeartbeats()).isFalse();
    assertThat(hasRoomFor(Kind.READ, OtherNodes.NONE)).isFalse();
    for (OtherNodes others : OtherNodes.values()) {
      assertThat(hasRoomFor(Kind.WRITE, others)).isTrue();
    }
  }
}
