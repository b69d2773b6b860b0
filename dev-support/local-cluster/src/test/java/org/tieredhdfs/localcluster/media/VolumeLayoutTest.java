package org.tieredhdfs.localcluster.media;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VolumeLayoutTest {
  @Test
  void keepsTypesInTheOrderGiven() {
    assertThat(VolumeLayout.parse("ssd=8, NVME2=1,RAMDISK=2").counts())
        .containsExactly(Map.entry("SSD", 8), Map.entry("NVME2", 1), Map.entry("RAMDISK", 2));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "SSD", "SSD=", "SSD=0", "SSD=65", "2X=1", "SSD=1,,DISK=1", "SSD=-1"})
  void refusesWhatIsNoLayout(String text) {
    assertThatThrownBy(() -> VolumeLayout.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--volumes")
        .hasMessageContaining("TYPE=COUNT");
  }

  @Test
  void refusesATypeNamedTwice() {
    assertThatThrownBy(() -> VolumeLayout.parse("SSD=1,DISK=1,ssd=2"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'SSD'");
  }

  @Test
  void typesMemoryAsNvdimmForStockHadoopAndRefusesWhatItDoesNotKnow() {
    assertThat(VolumeLayout.stockType("RAMDISK")).isEqualTo("NVDIMM");
    assertThat(VolumeLayout.stockType("ARCHIVE")).isEqualTo("ARCHIVE");
    assertThatThrownBy(() -> VolumeLayout.stockType("NVME"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'NVME'")
        .hasMessageContaining("NVDIMM");
  }
}
