package org.tieredhdfs.bench.devices;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On a folder in place of the kernel's. */
class DeviceSettingsTest {
  private static final int EXIT_CODE = 3;

  @TempDir Path sysfs;

  private void device(String number, String readAheadKb) throws IOException {
    Path folder = Files.createDirectory(sysfs.resolve(number));
    Files.writeString(folder.resolve("read_ahead_kb"), readAheadKb + "\n");
    for (String file : List.of("max_bytes", "strict_limit", "max_ratio")) {
      Files.writeString(folder.resolve(file), "?");
    }
  }

  private String value(String device, String file) throws IOException {
    return Files.readString(sysfs.resolve(device).resolve(file)).strip();
  }

  @Test
  void readAheadIsOffWhileItIsOpenAndForItsDevicesOnly() throws IOException {
    device("7:1", "128");
    device("7:2", "256");
    try (DeviceSettings off = DeviceSettings.withoutReadAhead(sysfs, List.of("7:1"))) {
      assertThat(off).isNotNull();
      assertThat(value("7:1", "read_ahead_kb")).isEqualTo("0");
      assertThat(value("7:2", "read_ahead_kb")).isEqualTo("256");
    }
    assertThat(value("7:1", "read_ahead_kb")).isEqualTo("128");
  }

  @Test
  void whenADeviceIsMissingTheOthersAreAsTheyWere() throws IOException {
    device("7:1", "128");
    assertThatThrownBy(() -> DeviceSettings.withoutReadAhead(sysfs, List.of("7:1", "7:9")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("7:9");
    assertThat(value("7:1", "read_ahead_kb")).isEqualTo("128");
  }

  @Test
  void theLimitOfWritebackHoldsWhileItIsOpenAndForItsDevicesOnly() throws IOException {
    device("7:1", "128");
    device("7:2", "128");
    try (DeviceSettings limit = DeviceSettings.limitWriteback(sysfs, List.of("7:1"), 4096)) {
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
    device("7:1", "128");
    assertThatThrownBy(() -> DeviceSettings.limitWriteback(sysfs, List.of("7:1", "7:9"), 4096))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("7:9")
        .hasMessageContaining("Linux 6.2");
    assertThat(value("7:1", "max_bytes")).isEqualTo("?");
  }

  @Test
  void closingTwiceDoesNoHarm() throws IOException {
    device("7:1", "128");
    DeviceSettings off = DeviceSettings.withoutReadAhead(sysfs, List.of("7:1"));
    off.close();
    Files.writeString(sysfs.resolve("7:1/read_ahead_kb"), "64");
    off.close();
    assertThat(value("7:1", "read_ahead_kb")).isEqualTo("64");
  }

  /** Ends without having put anything back. */
  static final class EndingProcess {
    private EndingProcess() {}

    public static void main(String[] args) throws IOException {
      DeviceSettings.withoutReadAhead(Path.of(args[0]), List.of("7:1"));
      System.exit(
          Files.readString(Path.of(args[0], "7:1", "read_ahead_kb")).equals("0") ? EXIT_CODE : 1);
    }
  }

  @Test
  void putsThemBackWhenTheProcessEnds() throws Exception {
    device("7:1", "128");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(EndingProcess.class.getName());
    command.add(sysfs.toString());
    assertThat(new ProcessBuilder(command).start().waitFor()).isEqualTo(EXIT_CODE);
    assertThat(value("7:1", "read_ahead_kb")).isEqualTo("128");
  }
}
