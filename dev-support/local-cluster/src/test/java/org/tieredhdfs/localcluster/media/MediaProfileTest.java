package org.tieredhdfs.localcluster.media;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tieredhdfs.linux.DeviceLimits;

class MediaProfileTest {
  @Test
  void changesOnlyWhatIsNamed() {
    MediaProfile usual = MediaProfile.defaultOf("DISK", false);
    assertThat(MediaProfile.parse(List.of("disk=iops:20")).get("DISK"))
        .isEqualTo(
            new MediaProfile(
                new DeviceLimits(usual.limits().bytesPerSec(), 20), usual.capacityBytes()));
  }

  @Test
  void readsAllThreeSettingsOfSeveralTypes() {
    assertThat(MediaProfile.parse(List.of("SSD=bps:200m,iops:5000,size:4g", "NVME=bps:0")))
        .containsEntry("SSD", new MediaProfile(new DeviceLimits(200 << 20, 5000), 4L << 30))
        .containsEntry("NVME", MediaProfile.defaultOf("NVME", false));
  }

  @Test
  void slowsNothingThatLiesInMemory() {
    assertThat(MediaProfile.defaultOf("RAMDISK", true).limits()).isEqualTo(DeviceLimits.NONE);
    assertThat(MediaProfile.parse(List.of("RAMDISK=size:128m")).get("RAMDISK"))
        .isEqualTo(new MediaProfile(DeviceLimits.NONE, 128 << 20));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"SSD", "=bps:1", "SSD=", "SSD=speed:1", "SSD=bps", "SSD=size:1k", "SSD=bps:x"})
  void refusesWhatIsNoProfile(String text) {
    assertThatThrownBy(() -> MediaProfile.parse(List.of(text)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--media-profile");
  }
}
