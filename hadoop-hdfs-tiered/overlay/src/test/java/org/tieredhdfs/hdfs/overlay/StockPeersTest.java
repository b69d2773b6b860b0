package org.tieredhdfs.hdfs.overlay;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.QuotaUsage;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.hadoop.hdfs.protocol.proto.DatanodeProtocolProtos.DatanodeRegistrationProto;
import org.apache.hadoop.hdfs.protocol.proto.DatanodeProtocolProtos.RegisterDatanodeRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.BlockStoragePolicyProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.LocatedBlockProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.LocatedBlocksProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.QuotaUsageProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsServerProtos.BlockWithLocationsProto;
import org.apache.hadoop.hdfs.protocolPB.PBHelper;
import org.apache.hadoop.hdfs.protocolPB.PBHelperClient;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenSecretManager;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockStoragePolicySuite;
import org.apache.hadoop.hdfs.server.protocol.BlocksWithLocations.BlockWithLocations;
import org.apache.hadoop.hdfs.web.JsonUtil;
import org.apache.hadoop.hdfs.web.JsonUtilClient;
import org.apache.hadoop.security.token.SecretManager.InvalidToken;
import org.apache.hadoop.thirdparty.protobuf.MessageLite;
import org.apache.hadoop.thirdparty.protobuf.UnknownFieldSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.hdfs.agree.HandshakeBridge;

/** What stock classes read of our messages, and we of theirs. */
class StockPeersTest {
  private static final StorageType RAMDISK = StorageType.valueOf("RAMDISK");
  private static final StorageType NVME = StorageType.valueOf("NVME");
  private static final StorageType DISK = StorageType.DISK;
  private static final String STOCK_HELPER = PBHelperClient.class.getName();
  private static final String[] IDS = {"s1", "s2", "s3"};

  private static StockHadoop stock;

  @BeforeAll
  static void loadStock() throws Exception {
    stock = new StockHadoop();
  }

  @AfterAll
  static void unloadStock() throws Exception {
    stock.close();
  }

  private static DatanodeInfo[] nodes(int count) {
    DatanodeInfo[] nodes = new DatanodeInfo[count];
    Arrays.setAll(nodes, i -> DFSTestUtil.getLocalDatanodeInfo(9000 + i));
    return nodes;
  }

  private static LocatedBlock block(StorageType... types) {
    return new LocatedBlock(
        new ExtendedBlock("pool", 1), nodes(3), IDS.clone(), types, 0, false, null);
  }

  private static Object readByStock(Class<?> message, MessageLite sent, String method)
      throws Exception {
    return stock.call(STOCK_HELPER, method, stock.parse(message, sent.toByteArray()));
  }

  private static LocatedBlock readByUs(byte[] sent) throws Exception {
    return PBHelperClient.convertLocatedBlockProto(LocatedBlockProto.parseFrom(sent));
  }

  @Test
  void stockReadsAliasesOfMixedTypesAndWeReadTheTrueOnes() throws Exception {
    LocatedBlockProto sent = PBHelperClient.convertLocatedBlock(block(RAMDISK, NVME, DISK));

    Object read = readByStock(LocatedBlockProto.class, sent, "convertLocatedBlockProto");

    assertThat(StockHadoop.names(StockHadoop.get(read, "getStorageTypes")))
        .containsExactly("DISK", "SSD", "DISK");
    assertThat((String[]) StockHadoop.get(read, "getStorageIDs")).containsExactly(IDS);
    assertThat(readByUs(sent.toByteArray()).getStorageTypes()).containsExactly(RAMDISK, NVME, DISK);
  }

  @Test
  void aBlockThatIsOnCustomTypesAloneKeepsThem() throws Exception {
    LocatedBlockProto sent = PBHelperClient.convertLocatedBlock(block(NVME, NVME, NVME));

    Object read = readByStock(LocatedBlockProto.class, sent, "convertLocatedBlockProto");

    assertThat(StockHadoop.names(StockHadoop.get(read, "getStorageTypes")))
        .containsExactly("SSD", "SSD", "SSD");
    assertThat(readByUs(sent.toByteArray()).getStorageTypes()).containsOnly(NVME);
  }

  @Test
  void stripedBlocksKeepTheirIndices() throws Exception {
    LocatedStripedBlock block =
        new LocatedStripedBlock(
            new ExtendedBlock("pool", -16),
            nodes(3),
            IDS.clone(),
            new StorageType[] {RAMDISK, DISK, RAMDISK},
            new byte[] {0, 2, 1},
            0,
            false,
            null);
    LocatedBlockProto sent = PBHelperClient.convertLocatedBlock(block);

    Object read = readByStock(LocatedBlockProto.class, sent, "convertLocatedBlockProto");
    LocatedStripedBlock ours = (LocatedStripedBlock) readByUs(sent.toByteArray());

    assertThat(StockHadoop.names(StockHadoop.get(read, "getStorageTypes"))).containsOnly("DISK");
    assertThat((byte[]) StockHadoop.get(read, "getBlockIndices")).containsExactly(0, 2, 1);
    assertThat(ours.getStorageTypes()).containsExactly(RAMDISK, DISK, RAMDISK);
    assertThat(ours.getBlockIndices()).containsExactly(0, 2, 1);
  }

  @Test
  void allBlocksOfAFileAndItsLastOneAreTranslated() throws Exception {
    LocatedBlock first = block(RAMDISK, DISK, DISK);
    LocatedBlock last = block(DISK, RAMDISK, NVME);
    LocatedBlocksProto sent =
        PBHelperClient.convert(
            new LocatedBlocks(10, true, List.of(first, last), last, false, null, null));

    Object read = readByStock(LocatedBlocksProto.class, sent, "convert");
    LocatedBlocks ours = PBHelperClient.convert(LocatedBlocksProto.parseFrom(sent.toByteArray()));

    assertThat((List<?>) StockHadoop.get(read, "getLocatedBlocks")).hasSize(2);
    Object readLast = StockHadoop.get(read, "getLastLocatedBlock");
    assertThat(StockHadoop.names(StockHadoop.get(readLast, "getStorageTypes")))
        .containsExactly("DISK", "DISK", "SSD");
    assertThat(ours.get(0).getStorageTypes()).containsExactly(RAMDISK, DISK, DISK);
    assertThat(ours.getLastLocatedBlock().getStorageTypes()).containsExactly(DISK, RAMDISK, NVME);
  }

  @Test
  void whatAStockRouterPassesOnHasAliases() throws Exception {
    LocatedBlockProto sent = PBHelperClient.convertLocatedBlock(block(RAMDISK, NVME, DISK));
    Object inRouter = readByStock(LocatedBlockProto.class, sent, "convertLocatedBlockProto");
    Object passedOn = stock.call(STOCK_HELPER, "convertLocatedBlock", inRouter);
    byte[] bytes = (byte[]) StockHadoop.get(passedOn, "toByteArray");

    assertThat(readByUs(bytes).getStorageTypes()).containsExactly(DISK, StorageType.SSD, DISK);
  }

  @Test
  void aBlockOnStockTypesHasNothingBesideIt() throws Exception {
    StorageType[] types = {DISK, StorageType.SSD, StorageType.ARCHIVE};
    LocatedBlockProto sent = PBHelperClient.convertLocatedBlock(block(types));

    Object read = readByStock(LocatedBlockProto.class, sent, "convertLocatedBlockProto");

    assertThat(sent.getUnknownFields().asMap()).isEmpty();
    assertThat(StockHadoop.names(StockHadoop.get(read, "getStorageTypes")))
        .containsExactly("DISK", "SSD", "ARCHIVE");
    assertThat(readByUs(sent.toByteArray()).getStorageTypes()).containsExactly(types);
  }

  @Test
  void aNumberThatIsUnknownHereAndAListThatDoesNotFitLeaveTheAlias() {
    LocatedBlockProto sent = PBHelperClient.convertLocatedBlock(block(NVME, DISK, DISK));
    for (long[] numbers : new long[][] {{99, 64, 1}, {70}}) {
      UnknownFieldSet.Field.Builder field = UnknownFieldSet.Field.newBuilder();
      Arrays.stream(numbers).forEach(field::addVarint);
      LocatedBlockProto other =
          sent.toBuilder()
              .setUnknownFields(
                  UnknownFieldSet.newBuilder().addField(50_064, field.build()).build())
              .build();

      assertThat(PBHelperClient.convertLocatedBlockProto(other).getStorageTypes())
          .startsWith(StorageType.SSD)
          .endsWith(DISK);
    }
  }

  @Test
  void policiesAreShownByTheirAliases() throws Exception {
    BlockStoragePolicy policy =
        new BlockStoragePolicy(
            (byte) 3,
            "MIXED",
            new StorageType[] {RAMDISK, NVME},
            new StorageType[] {NVME, DISK},
            new StorageType[] {DISK});
    BlockStoragePolicyProto sent = PBHelperClient.convert(policy);

    Object read = readByStock(BlockStoragePolicyProto.class, sent, "convert");
    BlockStoragePolicy ours =
        PBHelperClient.convert(BlockStoragePolicyProto.parseFrom(sent.toByteArray()));

    assertThat(StockHadoop.names(StockHadoop.get(read, "getStorageTypes")))
        .containsExactly("DISK", "SSD");
    assertThat(StockHadoop.names(StockHadoop.get(read, "getCreationFallbacks")))
        .containsExactly("SSD", "DISK");
    assertThat(ours.getStorageTypes()).containsExactly(RAMDISK, NVME);
    assertThat(ours.getCreationFallbacks()).containsExactly(NVME, DISK);
    assertThat(ours.getReplicationFallbacks()).containsExactly(DISK);
  }

  @Test
  void everyPolicyOfTheSuiteComesBackAsItWas() throws Exception {
    for (BlockStoragePolicy policy :
        BlockStoragePolicySuite.createDefaultSuite().getAllPolicies()) {
      byte[] sent = PBHelperClient.convert(policy).toByteArray();

      BlockStoragePolicy read = PBHelperClient.convert(BlockStoragePolicyProto.parseFrom(sent));

      assertThat(read).hasToString(policy.toString());
      assertThat(read.getReplicationFallbacks()).isEqualTo(policy.getReplicationFallbacks());
    }
  }

  @Test
  void quotasOfCustomTypesAreNotTakenForThoseOfDisk() throws Exception {
    QuotaUsage usage =
        new QuotaUsage.Builder()
            .quota(-1)
            .spaceQuota(-1)
            .typeQuota(DISK, 500)
            .typeConsumed(DISK, 50)
            .typeQuota(RAMDISK, 700)
            .typeConsumed(RAMDISK, 70)
            .build();
    QuotaUsageProto sent = PBHelperClient.convert(usage);

    Object read = readByStock(QuotaUsageProto.class, sent, "convert");
    QuotaUsage ours = PBHelperClient.convert(QuotaUsageProto.parseFrom(sent.toByteArray()));

    Class<?> stockType = read.getClass().getClassLoader().loadClass(StorageType.class.getName());
    Object stockDisk = stockType.getMethod("valueOf", String.class).invoke(null, "DISK");
    assertThat(read.getClass().getMethod("getTypeQuota", stockType).invoke(read, stockDisk))
        .isEqualTo(500L);
    assertThat(read.getClass().getMethod("getTypeConsumed", stockType).invoke(read, stockDisk))
        .isEqualTo(50L);
    assertThat(ours.getTypeQuota(DISK)).isEqualTo(500);
    assertThat(ours.getTypeQuota(RAMDISK)).isEqualTo(700);
    assertThat(ours.getTypeConsumed(RAMDISK)).isEqualTo(70);
    assertThat(ours.getTypeConsumed(NVME)).isZero();
  }

  @Test
  void aStockBalancerIsListedAliases() throws Exception {
    BlockWithLocations block =
        new BlockWithLocations(
            new Block(1, 2, 3), IDS.clone(), IDS.clone(), new StorageType[] {RAMDISK, DISK, NVME});
    BlockWithLocationsProto sent = PBHelper.convert(block);

    Object read =
        stock.call(
            PBHelper.class.getName(),
            "convert",
            stock.parse(BlockWithLocationsProto.class, sent.toByteArray()));
    BlockWithLocations ours =
        PBHelper.convert(BlockWithLocationsProto.parseFrom(sent.toByteArray()));

    assertThat(StockHadoop.names(StockHadoop.get(read, "getStorageTypes")))
        .containsExactly("DISK", "DISK", "SSD");
    assertThat(ours.getStorageTypes()).containsExactly(RAMDISK, DISK, NVME);
  }

  private static Map<?, ?> json(String text) throws Exception {
    return new ObjectMapper().readValue(text, Map.class);
  }

  @Test
  void stockClientsOfWebHdfsReadAliases() throws Exception {
    LocatedBlock block = block(RAMDISK, NVME, DISK);
    String blocks =
        JsonUtil.toJsonString(
            new LocatedBlocks(10, false, List.of(block), block, true, null, null));
    String locations =
        JsonUtil.toJsonString(
            new BlockLocation[] {
              new BlockLocation(
                  IDS, IDS, IDS, IDS, IDS, new StorageType[] {NVME, DISK, DISK}, 0, 1, false)
            });

    String client = JsonUtilClient.class.getName();
    Object readBlocks = stock.call(client, "toLocatedBlocks", json(blocks));
    Object readLast = StockHadoop.get(readBlocks, "getLastLocatedBlock");
    Object readLocation =
        ((Object[]) stock.call(client, "toBlockLocationArray", json(locations)))[0];

    assertThat(StockHadoop.names(StockHadoop.get(readLast, "getStorageTypes")))
        .containsExactly("DISK", "SSD", "DISK");
    assertThat(StockHadoop.names(StockHadoop.get(readLocation, "getStorageTypes")))
        .containsExactly("SSD", "DISK", "DISK");
    LocatedBlocks ours =
        (LocatedBlocks)
            StockHadoop.callStatic(JsonUtilClient.class, "toLocatedBlocks", json(blocks));
    assertThat(ours.get(0).getStorageTypes()).containsExactly(RAMDISK, NVME, DISK);
    assertThat(JsonUtilClient.toBlockLocationArray(json(locations))[0].getStorageTypes())
        .containsExactly(NVME, DISK, DISK);
  }

  @Test
  void stockClientsOfWebHdfsReadPoliciesByTheirAliases() throws Exception {
    BlockStoragePolicySuite suite = BlockStoragePolicySuite.createDefaultSuite();
    String policies = JsonUtil.toJsonString(suite.getAllPolicies());

    Collection<?> read =
        (Collection<?>)
            stock.call(JsonUtilClient.class.getName(), "getStoragePolicies", json(policies));
    Collection<BlockStoragePolicy> ours = JsonUtilClient.getStoragePolicies(json(policies));

    assertThat(read).hasSameSizeAs(suite.getAllPolicies());
    assertThat(read.toString()).contains("ALL_RAMDISK:13, storageTypes=[DISK]");
    assertThat(ours.toString()).contains("ALL_RAMDISK:13, storageTypes=[RAMDISK]");
  }

  private static void check(List<StorageType> granted, List<StorageType> requested)
      throws InvalidToken {
    BlockTokenSecretManager.checkAccess(
        granted.toArray(new StorageType[0]), requested.toArray(new StorageType[0]), "StorageTypes");
  }

  @Test
  void aTokenForACustomTypeIsGoodForItsAliasOnceAndForNothingElse() throws Exception {
    check(List.of(RAMDISK, DISK, DISK), List.of(DISK, DISK, DISK));
    check(List.of(DISK, RAMDISK, NVME), List.of(StorageType.SSD, DISK));
    check(List.of(RAMDISK), List.of(RAMDISK));

    assertThatThrownBy(() -> check(List.of(RAMDISK), List.of(DISK, DISK)))
        .isInstanceOf(InvalidToken.class);
    assertThatThrownBy(() -> check(List.of(RAMDISK), List.of(StorageType.SSD)))
        .isInstanceOf(InvalidToken.class);
    assertThatThrownBy(() -> check(List.of(DISK), List.of(RAMDISK)))
        .isInstanceOf(InvalidToken.class);
    assertThatThrownBy(() -> check(List.of(RAMDISK, DISK), List.of(RAMDISK, RAMDISK)))
        .isInstanceOf(InvalidToken.class);
    assertThatThrownBy(
            () ->
                BlockTokenSecretManager.checkAccess(
                    new String[] {"s1"}, new String[] {"s2"}, "StorageIDs"))
        .isInstanceOf(InvalidToken.class);
  }

  @Test
  void aStockDatanodeReadsTheAliasesInATokenOfNameNodesThatHaveStockDatanodes() throws Exception {
    DatanodeRegistrationProto ours = PBHelper.convert(DFSTestUtil.getLocalDatanodeRegistration());
    register(ours.toBuilder().setUnknownFields(UnknownFieldSet.getDefaultInstance()).build());
    try {
      for (boolean protobuf : new boolean[] {false, true}) {
        for (String handshake : new String[] {"", "privacy"}) {
          requireAliasesForStock(protobuf, handshake);
        }
      }
    } finally {
      // Other tests may share this process, and what it knows of DataNodes
      register(ours);
    }
  }

  private static void register(DatanodeRegistrationProto registration) throws Exception {
    HandshakeBridge.requireAgreement(
        RegisterDatanodeRequestProto.newBuilder().setRegistration(registration).build());
  }

  private static void requireAliasesForStock(boolean protobuf, String handshake) throws Exception {
    BlockTokenIdentifier sent = token(protobuf, handshake, RAMDISK, NVME, DISK);
    BlockTokenIdentifier received = readByUs(sent);

    // one more, for clients with the overlay: stock takes the NVME that they ask for for DISK
    assertThat(readTypesByStock(sent)).containsExactly("DISK", "SSD", "DISK", "DISK");
    assertThat(received.getStorageTypes()).containsExactly(RAMDISK, NVME, DISK);
    assertThat(received.getStorageIds()).containsExactly(IDS);
    assertThat(received.getHandshakeMsg()).isEqualTo(handshake.getBytes(UTF_8));
    assertThat(received).isEqualTo(sent);
    // what was signed
    assertThat(received.getBytes()).isEqualTo(sent.getBytes());
    assertThat(sent.getStorageTypes()).containsExactly(RAMDISK, NVME, DISK);
  }

  private static BlockTokenIdentifier token(
      boolean protobuf, String handshake, StorageType... types) {
    BlockTokenIdentifier token =
        new BlockTokenIdentifier(
            "me",
            "pool",
            1,
            EnumSet.of(BlockTokenIdentifier.AccessMode.READ),
            types,
            IDS.clone(),
            protobuf);
    token.setExpiryDate(1L << 40);
    token.setHandshakeMsg(handshake.getBytes(UTF_8));
    return token;
  }

  private static BlockTokenIdentifier readByUs(BlockTokenIdentifier token) throws Exception {
    BlockTokenIdentifier read = new BlockTokenIdentifier();
    read.readFields(new DataInputStream(new ByteArrayInputStream(token.getBytes())));
    return read;
  }

  private static List<String> readTypesByStock(BlockTokenIdentifier token) throws Exception {
    Object read = stock.newOf(BlockTokenIdentifier.class);
    read.getClass()
        .getMethod("readFields", DataInput.class)
        .invoke(read, new DataInputStream(new ByteArrayInputStream(token.getBytes())));
    return StockHadoop.names(StockHadoop.get(read, "getStorageTypes"));
  }

  @Test
  void tokensOfStockTypesAreWrittenAsByStock() throws Exception {
    BlockTokenIdentifier token = token(false, "", StorageType.SSD, DISK, DISK);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    Object same = stock.newOf(BlockTokenIdentifier.class);
    same.getClass()
        .getMethod("readFields", DataInput.class)
        .invoke(same, new DataInputStream(new ByteArrayInputStream(token.getBytes())));

    same.getClass().getMethod("write", DataOutput.class).invoke(same, out);

    assertThat(token.getBytes()).isEqualTo(bytes.toByteArray());
  }
}
