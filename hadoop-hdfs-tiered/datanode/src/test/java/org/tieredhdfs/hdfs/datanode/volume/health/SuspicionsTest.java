package org.tieredhdfs.hdfs.datanode.volume.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.net.Peer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.hdfs.datanode.volume.MockVolumes;
import org.tieredhdfs.hdfs.datanode.volume.VolumeRegistry;
import org.tieredhdfs.hdfs.datanode.volume.VolumeState;
import org.tieredhdfs.hdfs.transfer.ClientTransfer;
import org.tieredhdfs.hdfs.transfer.ClientTransfer.Kind;
import org.tieredhdfs.hdfs.transfer.OtherNodes;
import org.tieredhdfs.hdfs.transfer.Transfers;

/** Who may be refused by a volume that is out of use: whoever finds another DataNode. */
class SuspicionsTest {
  private final ToldPeers peers = new ToldPeers();
  private final Suspicions suspicions =
      new Suspicions(new Cutoffs(new Configuration(false)), peers, peers::ask, System::nanoTime);
  private final VolumeState volume =
      new VolumeRegistry(100, 100, 30_000, 60).state(MockVolumes.volume("v1"));

  @AfterEach
  void end() {
    Transfers.end();
  }

  private boolean mayRefuse(Kind kind, String client, OtherNodes others) {
    Transfers.begin(new ClientTransfer(kind, mock(Peer.class), client, 1, others, () -> null));
    return suspicions.mayRefuse(volume);
  }

  @Test
  void aWriterWithTooFewOtherDataNodesIsNotRefused() {
    peers.answering = 1;
    assertThat(mayRefuse(Kind.WRITE, "client", OtherNodes.IN_PIPELINE)).isFalse();
    peers.answering = 2;
    assertThat(mayRefuse(Kind.WRITE, "client", OtherNodes.IN_PIPELINE)).isTrue();
  }

  @Test
  void aWriterWhosePipelineIsThisDataNodeIsNotRefused() {
    assertThat(mayRefuse(Kind.WRITE, "client", OtherNodes.NONE)).isFalse();
  }

  @Test
  void readersAndDataNodesAreRefused() {
    peers.answering = 0;
    assertThat(mayRefuse(Kind.READ, "client", OtherNodes.NONE)).isTrue();
    assertThat(mayRefuse(Kind.WRITE, "", OtherNodes.NONE)).isTrue();
  }

  @Test
  void whatNoClientAskedForIsRefused() {
    peers.answering = 0;
    assertThat(suspicions.mayRefuse(volume)).isTrue();
  }
}
