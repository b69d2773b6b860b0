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
class WritebackLimitTest {
  @TempDir Path sysfs;

  private void device(String number) throws IOException {
    Path folder = Files.createDirectory(sysfs.resolve(number));
    for (String file : List.of("max_bytes", "strict_limit", "max_ratio")) {
      Files.writeString(folder.resolve(file), "?");
    }
  }

  private String value(String device, String file) throws IOException {
    return Files.readString(sysfs.resolve(device).resolve(file));
  }

  @Test
  void holdsWhileItIsOpenAndForItsDevicesOnly() throws IOException {
    device("7:1");
    device("7:2");
    try (WritebackLimit limit = WritebackLimit.set(sysfs, List.of("7:1"), 4096)) {
      assertThat(limit).isNotNull();
      assertThat(value("7:1", "max_bytes")).isEqualTo("4096");
      assertThat(value("7:1", "strict_limit")).isEqualTo("1");
    }
    assertThat(value("7:1", "strict_limit")).isEqualTo("0");
    assertThat(value("7:1", "max_ratio")).isEqualTo("100");
    assertThat(value("7:2", "max_bytes")).isEqualTo("?");
  }

  @Test
  void aKernelWithoutSuchALimitIsNamedBeforeAnythingIsSet() throws IOException {
    device("7:1");
    assertThatThrownBy(() -> WritebackLimit.set(sysfs, List.of("7:1", "7:9"), 4096))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("7:9")
        .hasMessageContaining("Linux 6.2");
    assertThat(value("7:1", "max_bytes")).isEqualTo("?");
  }
}
