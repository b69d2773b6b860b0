package org.tieredhdfs.hdfs.overlay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.tieredhdfs.hdfs.overlay.TieredMiniCluster.RAMDISK;

import java.io.File;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.Status;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.util.StripedBlockUtil;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.security.token.Token;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.hdfs.datanode.TieredFsDatasetFactory;

/** Writers that name no storage: what holds with block tokens and without. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class NamelessWriterContract {
  static final StorageType NVME = StorageType.valueOf("NVME");
  static final String SERVICE = "tiered-storages:";

  private final boolean hasTokens;
  private MiniDFSCluster cluster;
  DistributedFileSystem fs;
  NamelessWriter writer;
  private int directories;

  NamelessWriterContract(boolean hasTokens) {
    this.hasTokens = hasTokens;
  }

  @BeforeAll
  void start(@TempDir File folder) throws Exception {
    Configuration conf = TieredMiniCluster.configuration();
    conf.setBoolean(DFSConfigKeys.DFS_BLOCK_ACCESS_TOKEN_ENABLE_KEY, hasTokens);
    conf.set(
        DFSConfigKeys.DFS_DATANODE_FSDATASET_FACTORY_KEY, TieredFsDatasetFactory.class.getName());
    conf.set("dfs.tiered.storage.policies", "ALL_NVME");
    conf.set("dfs.tiered.storage.policy.ALL_NVME.id", "3");
    conf.set("dfs.tiered.storage.policy.ALL_NVME.types", "NVME");
    cluster =
        new MiniDFSCluster.Builder(conf, folder)
            .numDataNodes(4)
            .storagesPerDatanode(3)
            .storageTypes(new StorageType[] {RAMDISK, NVME, StorageType.DISK})
            .build();
    cluster.waitActive();
    fs = cluster.getFileSystem();
  }

  @BeforeEach
  void makeWriter() {
    writer = new NamelessWriter(fs.getClient().getNamenode());
  }

  @AfterAll
  void stop() {
    cluster.shutdown();
  }

  /** A new directory. */
  Path directory(String policy) throws Exception {
    Path directory = new Path("/" + policy + "-" + directories++);
    fs.mkdirs(directory);
    fs.setStoragePolicy(directory, policy);
    return directory;
  }

  LocatedBlock allocate(String policy, int replication) throws Exception {
    return writer.allocate(new Path(directory(policy), "file"), replication);
  }

  private DataNode node(DatanodeInfo info) {
    return cluster.getDataNodes().stream()
        .filter(node -> node.getDatanodeUuid().equals(info.getDatanodeUuid()))
        .findFirst()
        .orElseThrow();
  }

  /** The types of the volumes on which replicas are, node by node. */
  List<StorageType> types(ExtendedBlock block, DatanodeInfo... nodes) {
    List<StorageType> types = new ArrayList<>();
    for (DatanodeInfo info : nodes) {
      FsVolumeSpi volume = node(info).getFSDataset().getVolume(block);
      assertThat(volume).as("volume of %s on %s", block, info).isNotNull();
      types.add(volume.getStorageType());
    }
    return types;
  }

  static Token<BlockTokenIdentifier> withService(LocatedBlock block, String service) {
    Token<BlockTokenIdentifier> token = new Token<>(block.getBlockToken());
    token.setService(new Text(service));
    return token;
  }

  String storageId(DatanodeInfo node, StorageType type) throws Exception {
    return Arrays.stream(
            node(node).getFSDataset().getStorageReports(cluster.getNamesystem().getBlockPoolId()))
        .map(report -> report.getStorage())
        .filter(storage -> storage.getStorageType() == type)
        .map(storage -> storage.getStorageID())
        .findFirst()
        .orElseThrow();
  }

  /** A block that is being written on two nodes, and a third that the NameNode chose for it. */
  record Growing(
      ExtendedBlock block, DatanodeInfo source, LocatedBlock more, DatanodeInfo target) {}

  Growing grow(Path file) throws Exception {
    LocatedBlock open = fs.getClient().getLocatedBlocks(file.toString(), 0).getLastLocatedBlock();
    LocatedBlock more =
        fs.getClient()
            .getNamenode()
            .getAdditionalDatanode(
                file.toString(),
                fs.getClient().getFileInfo(file.toString()).getFileId(),
                open.getBlock(),
                open.getLocations(),
                open.getStorageIDs(),
                new DatanodeInfo[0],
                1,
                fs.getClient().getClientName());
    Set<DatanodeInfo> had = Set.of(open.getLocations());
    DatanodeInfo target =
        Arrays.stream(more.getLocations()).filter(n -> !had.contains(n)).findFirst().orElseThrow();
    return new Growing(open.getBlock(), open.getLocations()[0], more, target);
  }

  Status copy(Growing growing, Token<BlockTokenIdentifier> token) throws Exception {
    return writer.copy(
        growing.block(), token, fs.getClient().getClientName(), growing.source(), growing.target());
  }

  @Test
  void replicasGoWhereThePolicySays() throws Exception {
    for (String policy : List.of("ALL_RAMDISK", "ONE_RAMDISK", "ALL_NVME", "HOT")) {
      LocatedBlock block = allocate(policy, 3);

      assertThat(writer.open(block)).isEqualTo(Status.SUCCESS);

      assertThat(types(block.getBlock(), block.getLocations()))
          .as(policy)
          .containsExactly(block.getStorageTypes());
    }
  }

  @Test
  void aFanOutToEachNodeByItselfDoesSoToo() throws Exception {
    LocatedBlock block = allocate("ONE_RAMDISK", 3);
    for (DatanodeInfo node : block.getLocations()) {
      assertThat(writer.open(block, block.getBlockToken(), node)).isEqualTo(Status.SUCCESS);
    }

    assertThat(types(block.getBlock(), block.getLocations()))
        .containsExactly(block.getStorageTypes())
        .contains(RAMDISK, StorageType.DISK);
  }

  @Test
  void aCopyToAReplacementGoesWhereThePolicySays() throws Exception {
    Path file = new Path(directory("ALL_RAMDISK"), "open");
    try (FSDataOutputStream out = fs.create(file, (short) 2)) {
      out.write(new byte[1000]);
      out.hflush();
      Growing growing = grow(file);

      assertThat(copy(growing, growing.more().getBlockToken())).isEqualTo(Status.SUCCESS);

      assertThat(types(growing.block(), growing.target())).containsExactly(RAMDISK);
    }
  }

  @Test
  void eachTokenOfAnErasureCodedGroupCarriesItsOwnStorageAlone() throws Exception {
    Path directory = directory("ALL_NVME");
    fs.enableErasureCodingPolicy("XOR-2-1-1024k");
    fs.setErasureCodingPolicy(directory, "XOR-2-1-1024k");
    LocatedStripedBlock group =
        (LocatedStripedBlock) writer.allocate(new Path(directory, "striped"), 1);

    for (LocatedBlock block : StripedBlockUtil.parseStripedBlockGroup(group, 1 << 20, 2, 1)) {
      assertThat(writer.open(block)).isEqualTo(Status.SUCCESS);
      assertThat(types(block.getBlock(), block.getLocations())).containsExactly(NVME);
      if (!hasTokens) {
        assertThat(block.getBlockToken().getService())
            .hasToString(
                SERVICE
                    + block.getLocations()[0].getDatanodeUuid()
                    + "="
                    + block.getStorageIDs()[0]
                    + ",");
      }
    }
  }
}
