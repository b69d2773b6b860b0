package org.tieredhdfs.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BtrfsTest {
  private static final Path DEVICE = Path.of("/dev/loop7");

  @TempDir Path sysfs;

  private void mounted(String uuid, String device, String bdi) throws IOException {
    Path fileSystem = sysfs.resolve(uuid);
    Files.createDirectories(fileSystem.resolve("devices").resolve(device));
    Files.createSymbolicLink(
        fileSystem.resolve("bdi"), Path.of("../../../devices/virtual/bdi/" + bdi));
  }

  @Test
  void theLimitOfThePageCacheIsFoundByTheDevice() throws IOException {
    Files.createDirectories(sysfs.resolve("features"));
    mounted("0f", "loop6", "btrfs-1");
    mounted("1f", "loop7", "btrfs-2");
    assertThat(Btrfs.writebackName(sysfs, DEVICE)).contains("btrfs-2");
  }

  @Test
  void aDeviceThatIsNotMountedHasNone() throws IOException {
    mounted("0f", "loop6", "btrfs-1");
    assertThat(Btrfs.writebackName(sysfs, DEVICE)).isEmpty();
    assertThat(Btrfs.writebackName(sysfs.resolve("none"), DEVICE)).isEmpty();
  }
}
