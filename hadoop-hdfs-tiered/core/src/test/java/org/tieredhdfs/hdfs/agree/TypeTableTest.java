package org.tieredhdfs.hdfs.agree;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TypeTableTest {
  private static final TypeTable HERE = TypeTable.parse("RAMDISK=64 QLC=66 NVME=70");

  @Test
  void whatIsSentComesBackTheSame() {
    TypeTable table = TypeTable.parse("NVME=70+ RAMDISK=64 bad =3 QLC=x");

    assertThat(table.text()).isEqualTo("RAMDISK=64 NVME=70+");
    assertThat(TypeTable.parse(table.text())).isEqualTo(table);
  }

  @Test
  void aTableAgreesWithItselfWhateverIsUsed() {
    TypeTable there = TypeTable.parse("NVME=70+ QLC=66 RAMDISK=64+");

    assertThat(HERE.differences(there, false)).isEmpty();
    assertThat(HERE.differences(there, true)).isEmpty();
  }

  @Test
  void aNameWithTwoNumbersAndANumberWithTwoNamesAlwaysDiffer() {
    TypeTable there = TypeTable.parse("RAMDISK=64 QLC=67 PMEM=70");

    for (boolean lenient : new boolean[] {true, false}) {
      assertThat(HERE.differences(there, lenient))
          .contains(
              "QLC is 67 on the DataNode and 66 on the NameNode",
              "70 is PMEM on the DataNode and NVME on the NameNode");
    }
  }

  @Test
  void typesThatOnlyOneHasDifferUnlessThatIsAllowed() {
    TypeTable there = TypeTable.parse("RAMDISK=64 QLC=66 PMEM=80");

    assertThat(HERE.differences(there, false))
        .containsExactly("PMEM (80) is only on the DataNode", "NVME (70) is only on the NameNode");
    assertThat(HERE.differences(there, true)).isEmpty();
  }

  @Test
  void aVolumeOfATypeThatIsNotKnownIsNeverAllowed() {
    TypeTable there = TypeTable.parse("RAMDISK=64 QLC=66 NVME=70 PMEM=80+");

    assertThat(HERE.differences(there, true)).containsExactly("PMEM (80) is only on the DataNode");
  }

  @Test
  void theRefusalNamesTheNodeTheDifferenceAndBothTables() {
    TypeTable there = TypeTable.parse("RAMDISK=64 QLC=67+");

    assertThat(HandshakeBridge.refusal(HERE, there, "dn1:9866", true))
        .isEqualTo(
            "DataNode dn1:9866 is refused: its storage types differ from the NameNode's: QLC"
                + " is 67 on the DataNode and 66 on the NameNode. DataNode: RAMDISK=64 QLC=67+. NameNode: RAMDISK=64"
                + " QLC=66 NVME=70. dfs.tiered.storage.types must be the same on both"
                + " (dfs.tiered.storage.types.agreement=compatible on the NameNode accepts DataNodes"
                + " that only lack types)");
    assertThat(HandshakeBridge.refusal(HERE, HERE, "dn1:9866", false)).isNull();
  }
}
