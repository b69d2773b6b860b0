package org.tieredhdfs.localcluster.media;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.localcluster.media.Volume.Medium;

class VolumeNamesTest {
  private static final List<Volume> VOLUMES =
      List.of(
          volume("dn0", "DISK", 0),
          volume("dn0", "SSD", 0),
          volume("dn0", "SSD", 1),
          volume("dn0", "NVME", 20),
          volume("dn0", "NVME2", 0),
          volume("dn1", "DISK", 0));

  @Test
  void findsAVolumeByItsFullName() {
    assertThat(Volume.find(VOLUMES, "dn0/SSD1").name()).isEqualTo("dn0/SSD1");
    assertThat(Volume.find(VOLUMES, "DN1/disk0").name()).isEqualTo("dn1/DISK0");
  }

  @Test
  void findsTheOnlyVolumeOfATypeWithoutItsNumber() {
    assertThat(Volume.find(VOLUMES, "dn0/DISK").name()).isEqualTo("dn0/DISK0");
    assertThat(Volume.find(VOLUMES, "dn0/NVME2").name()).isEqualTo("dn0/NVME20");
  }

  @Test
  void doesNotGuessAmongSeveral() {
    assertThatThrownBy(() -> Volume.find(VOLUMES, "dn0/SSD"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("means several volumes")
        .hasMessageContaining("dn0/SSD0, dn0/SSD1")
        .hasMessageNotContaining("DISK");
    assertThatThrownBy(() -> Volume.find(VOLUMES, "dn0/NVME20"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("means several volumes");
  }

  @Test
  void namesAllVolumesIfNoneIsMeant() {
    for (String name : List.of("dn2/DISK", "DISK", "dn0", "", "dn0/SSD2")) {
      assertThatThrownBy(() -> Volume.find(VOLUMES, name))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("'" + name + "' is no volume")
          .hasMessageContaining("dn1/DISK0");
    }
  }

  private static Volume volume(String dataNode, String label, int index) {
    return new Volume(dataNode, label, index, label, Medium.FOLDER, Path.of("/unused"));
  }
}
