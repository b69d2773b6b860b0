package org.tieredhdfs.hdfs.overlay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.DatanodeStorageProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.StorageTypeProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.StorageTypesProto;
import org.apache.hadoop.hdfs.protocolPB.PBHelperClient;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockStoragePolicySuite;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;
import org.apache.hadoop.thirdparty.protobuf.TextFormat;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.hdfs.types.StorageTypeBridge;

class StorageTypesTest {

  private static StorageType type(String name) {
    return StorageType.valueOf(name);
  }

  @Test
  void configuredTypesFollowTheStockOnesByTheirNumbers() {
    List<String> names = Arrays.stream(StorageType.values()).map(Enum::name).toList();

    assertThat(names).endsWith("NVDIMM", "RAMDISK", "QLC", "NVME");
    assertThat(StorageType.asList()).hasSameSizeAs(names);
    assertThat(EnumSet.allOf(StorageType.class)).hasSameSizeAs(names);
    assertThat(new EnumMap<StorageType, String>(StorageType.class)).isEmpty();
  }

  @Test
  void ramdiskIsMemoryThatTakesPartInReplication() {
    StorageType ramdisk = type("RAMDISK");

    assertThat(ramdisk.isRAM()).isTrue();
    assertThat(ramdisk.isTransient()).isFalse();
    assertThat(ramdisk.isMovable()).isTrue();
    assertThat(StorageType.getTypesSupportingQuota()).contains(ramdisk, type("NVME"));
    assertThat(type("NVME").isRAM()).isFalse();
  }

  @Test
  void typesKeepTheirIdentityThroughTheWireFormat() throws Exception {
    for (StorageType type : StorageType.values()) {
      StorageTypeProto proto = PBHelperClient.convertStorageType(type);
      DatanodeStorageProto sent =
          DatanodeStorageProto.newBuilder().setStorageUuid("u").setStorageType(proto).build();

      DatanodeStorageProto received = DatanodeStorageProto.parseFrom(sent.toByteArray());

      assertThat(PBHelperClient.convertStorageType(received.getStorageType())).isSameAs(type);
    }
    assertThat(PBHelperClient.convertStorageType(type("NVME")).getNumber()).isEqualTo(70);
  }

  @Test
  void aStorageCarriesTheNameOfItsTypeBesideTheNumber() throws Exception {
    DatanodeStorage nvme = new DatanodeStorage("DS-1", DatanodeStorage.State.NORMAL, type("NVME"));
    DatanodeStorageProto sent = PBHelperClient.convert(nvme);

    assertThat(sent.toByteString().toStringUtf8()).contains("NVME");
    DatanodeStorageProto received = DatanodeStorageProto.parseFrom(sent.toByteArray());
    assertThat(PBHelperClient.convert(received).getStorageType()).isSameAs(type("NVME"));

    // to a process that knows another type, or none, by that number
    DatanodeStorageProto misread =
        received.toBuilder()
            .setStorageType(PBHelperClient.convertStorageType(StorageType.DISK))
            .build();
    assertThatThrownBy(() -> PBHelperClient.convert(misread))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "storage DS-1 has type NVME on the sender and type DISK here:"
                + " dfs.tiered.storage.types must be the same on both");
  }

  @Test
  void stockTypesGoOverTheWireAsEver() {
    DatanodeStorage ssd =
        new DatanodeStorage("DS-1", DatanodeStorage.State.NORMAL, StorageType.SSD);

    assertThat(PBHelperClient.convert(ssd).getUnknownFields().asMap()).isEmpty();
  }

  @Test
  void textFormatKnowsCustomTypes() throws Exception {
    StorageTypesProto message =
        StorageTypesProto.newBuilder()
            .addStorageTypes(PBHelperClient.convertStorageType(type("RAMDISK")))
            .build();

    assertThat(TextFormat.printer().printToString(message)).contains("64");
    assertThat(StorageTypeProto.valueOf(message.getStorageTypes(0).getValueDescriptor()))
        .isSameAs(message.getStorageTypes(0));
  }

  @Test
  @SuppressWarnings("EnumOrdinal") // that stock types are persisted by ordinal is what we assert
  void persistentNumbersAreStableForCustomTypesAndStockForStockOnes() {
    for (StorageType type : StorageType.values()) {
      int number = StorageTypeBridge.persistentNumber(type);

      assertThat(StorageType.parseStorageType(number)).isSameAs(type);
    }
    assertThat(StorageTypeBridge.persistentNumber(StorageType.SSD))
        .isEqualTo(StorageType.SSD.ordinal());
    assertThat(StorageTypeBridge.persistentNumber(type("NVME"))).isEqualTo(70);
    assertThatThrownBy(() -> StorageType.parseStorageType(65))
        .isInstanceOf(ArrayIndexOutOfBoundsException.class);
  }

  @Test
  void aSuiteMadeWithoutAConfigurationHasThePoliciesOfTheSiteFile() {
    BlockStoragePolicySuite suite = BlockStoragePolicySuite.createDefaultSuite();

    assertThat(suite.getPolicy("ALL_RAMDISK").getId()).isEqualTo((byte) 13);
    assertThat(suite.getDefaultPolicy().getName()).isEqualTo("HOT");
  }

  @Test
  void builtInPoliciesCanBeTurnedOff() {
    Configuration conf = new Configuration();
    conf.setBoolean("dfs.tiered.storage.builtin-policies", false);

    BlockStoragePolicySuite suite = BlockStoragePolicySuite.createDefaultSuite(conf);

    assertThat(suite.getPolicy("ALL_RAMDISK")).isNull();
    assertThat(suite.getPolicy((byte) 11)).isNull();
    assertThat(suite.getDefaultPolicy().getName()).isEqualTo("HOT");
  }
}
