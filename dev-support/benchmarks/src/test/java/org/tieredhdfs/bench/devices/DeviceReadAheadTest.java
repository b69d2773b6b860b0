package org.tieredhdfs.bench.devices;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On a folder in place of the kernel's. */
class DeviceReadAheadTest {
  @TempDir Path sysfs;

  private Path device(String number, String value) throws IOException {
    Path file = Files.createDirectory(sysfs.resolve(number)).resolve("read_ahead_kb");
    return Files.writeString(file, value + "\n");
  }

  @Test
  void isOffWhileItIsOpenAndForItsDevicesOnly() throws IOException {
    Path ours = device("7:1", "128");
    Path other = device("7:2", "256");
    try (DeviceReadAhead off = DeviceReadAhead.off(sysfs, List.of("7:1"))) {
      assertThat(off).isNotNull();
      assertThat(ours).hasContent("0");
    }
    assertThat(ours).hasContent("128");
    assertThat(other).hasContent("256");
  }

  @Test
  void whenADeviceIsMissingTheOthersAreAsTheyWere() throws IOException {
    Path ours = device("7:1", "128");
    assertThatThrownBy(() -> DeviceReadAhead.off(sysfs, List.of("7:1", "7:9")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("7:9");
    assertThat(ours).hasContent("128");
  }
}
