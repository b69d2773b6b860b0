package org.tieredhdfs.hdfs.datanode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.datatransfer.Sender;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.BlockOpResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.Status;
import org.apache.hadoop.hdfs.protocolPB.PBHelperClient;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenSecretManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.hdfs.datanode.conf.DatanodeKeys;
import org.tieredhdfs.waits.Waits;

/** Moves of balancer and mover to a volume that does not answer, and the permits they hold. */
@Timeout(120)
class BalancerPermitsTest {
  private static final int PERMITS = 4;

  @TempDir File folder;

  @Test
  void aHungVolumeHoldsNoMoreThanHalfOfThem() throws Exception {
    Configuration conf = OneNode.configuration(true);
    // Refused is what exceeds the bound, not what comes after the hang is found
    conf.set(DatanodeKeys.HANG_TIMEOUT.name(), "1h");
    conf.set("dfs.tiered.type.DISK.cutoff.timeout", "1s");
    conf.setInt(DFSConfigKeys.DFS_DATANODE_BALANCE_MAX_NUM_CONCURRENT_MOVES_KEY, PERMITS);
    try (OneNode node =
        new OneNode(folder, conf, StorageType.SSD, StorageType.DISK, StorageType.ARCHIVE)) {
      List<ExtendedBlock> blocks = new ArrayList<>();
      for (int i = 0; i <= PERMITS; i++) {
        Path file = new Path(OneNode.SSD, "f" + i);
        DFSTestUtil.createFile(node.fs, file, 1024, (short) 1, i);
        blocks.add(DFSTestUtil.getFirstBlock(node.fs, file));
      }
      node.fault.hang(node.volume(StorageType.DISK), VolumeFault.ALL);
      List<Background<Status>> stuck = new ArrayList<>();
      for (int i = 0; i < PERMITS / 2; i++) {
        ExtendedBlock block = blocks.get(i);
        stuck.add(new Background<>("move " + i, () -> move(node, block, StorageType.DISK)));
        int expected = i + 1;
        Waits.until(
            "the move is stuck", Duration.ofSeconds(20), () -> node.fault.stuck() == expected);
      }
      Waits.until(
          "the volume does not answer",
          Duration.ofMinutes(1),
          () -> node.state(StorageType.DISK).judgement().isStuck());
      for (int i = PERMITS / 2; i < PERMITS; i++) {
        assertThat(move(node, blocks.get(i), StorageType.DISK)).isEqualTo(Status.ERROR);
      }
      assertThat(move(node, blocks.get(PERMITS), StorageType.ARCHIVE)).isEqualTo(Status.SUCCESS);
      // And what asks the volume whether it answers
      assertThat(node.fault.stuck()).isBetween(PERMITS / 2, PERMITS / 2 + 1);
      node.fault.answer();
      for (Background<Status> move : stuck) {
        assertThat(move.get(30_000)).isEqualTo(Status.SUCCESS);
      }
      assertThat(move(node, blocks.get(PERMITS - 1), StorageType.DISK)).isEqualTo(Status.SUCCESS);
    }
  }

  /** As a balancer asks for it. */
  private static Status move(OneNode node, ExtendedBlock block, StorageType target)
      throws Exception {
    DatanodeInfo datanode =
        new DatanodeInfo.DatanodeInfoBuilder().setNodeID(node.datanode.getDatanodeId()).build();
    try (Socket socket = new Socket(datanode.getIpAddr(), datanode.getXferPort());
        DataOutputStream out = new DataOutputStream(socket.getOutputStream());
        DataInputStream in = new DataInputStream(socket.getInputStream())) {
      new Sender(out)
          .replaceBlock(
              block,
              target,
              BlockTokenSecretManager.DUMMY_TOKEN,
              datanode.getDatanodeUuid(),
              datanode,
              "");
      return BlockOpResponseProto.parseFrom(PBHelperClient.vintPrefixed(in)).getStatus();
    }
  }
}
