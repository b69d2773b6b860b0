package org.tieredhdfs.localcluster.media;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tieredhdfs.media.model.MediumModel;

class MediaProfileTest {
  @Test
  void changesOnlyWhatIsNamed() {
    MediaProfile usual = MediaProfile.defaultOf("DISK", false);
    assertThat(MediaProfile.parse(List.of("disk=slower:2")).get("DISK"))
        .isEqualTo(new MediaProfile(MediumModel.HDD, 2, usual.capacityBytes()));
  }

  @Test
  void readsAllThreeSettingsOfSeveralTypes() {
    assertThat(MediaProfile.parse(List.of("SSD=model:nvme,slower:1.5,size:4g", "FAST=model:ssd")))
        .containsEntry("SSD", new MediaProfile(MediumModel.NVME, 1.5, 4L << 30))
        .containsEntry("FAST", new MediaProfile(MediumModel.SSD, 1, 8L << 30));
  }

  @Test
  void memoryIsOnADeviceOnlyIfItIsGivenOne() {
    assertThat(MediaProfile.defaultOf("RAMDISK", true).model()).isNull();
    assertThat(MediaProfile.parse(List.of("RAMDISK=size:128m")).get("RAMDISK"))
        .isEqualTo(MediaProfile.inMemory(128 << 20));
    assertThat(MediaProfile.parse(List.of("RAMDISK=model:ram,size:128m")))
        .containsEntry("RAMDISK", new MediaProfile(MediumModel.RAM, 1, 128 << 20));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SSD",
        "=model:hdd",
        "SSD=",
        "SSD=speed:1",
        "SSD=model",
        "SSD=size:1k",
        "SSD=slower:0",
        "SSD=model:tape",
        "SSD=slower:x"
      })
  void refusesWhatIsNoProfile(String text) {
    assertThatThrownBy(() -> MediaProfile.parse(List.of(text)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--media-profile");
  }
}
