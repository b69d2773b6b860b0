package org.tieredhdfs.bench.devices;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The kernel's settings of devices, which are put back when this is closed, or when this process is
 * told to end before that. Thread-safe.
 */
public final class DeviceSettings implements AutoCloseable {
  private static final Path SYSFS = Path.of("/sys/class/bdi");

  /** What puts them back, in order. */
  private final Map<Path, String> undo = new LinkedHashMap<>();

  private final Thread hook = new Thread(this::closeAtExit, "undo settings of devices");

  private DeviceSettings() {
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** Sets what belongs to a device. */
  private interface Setter {
    void set(DeviceSettings settings, Path device) throws IOException;
  }

  private static DeviceSettings of(Path sysfs, List<String> devices, Setter setter)
      throws IOException {
    DeviceSettings settings = new DeviceSettings();
    try {
      for (String device : devices) {
        setter.set(settings, sysfs.resolve(device));
      }
      return settings;
    } catch (IOException e) {
      settings.close();
      throw e;
    }
  }

  /**
   * Turns off the kernel's read-ahead.
   *
   * @param devices by number, {@code major:minor}
   */
  public static DeviceSettings withoutReadAhead(List<String> devices) throws IOException {
    return withoutReadAhead(SYSFS, devices);
  }

  static DeviceSettings withoutReadAhead(Path sysfs, List<String> devices) throws IOException {
    return of(
        sysfs,
        devices,
        (settings, device) -> {
          Path file = device.resolve("read_ahead_kb");
          settings.undoWith(file, Files.readString(file).strip());
          Files.writeString(file, "0");
        });
  }

  /**
   * Limits how much written data the page cache keeps back. The load of a benchmark is a small part
   * of the study's, but memory is not: without a limit all of it would stay in memory, and no
   * device would be waited for.
   *
   * @param devices by their names below {@code /sys/class/bdi}, mostly {@code major:minor}
   * @param bytes for each of them
   * @throws IOException if the kernel has no such limit: it came with Linux 6.2
   */
  public static DeviceSettings limitWriteback(List<String> devices, long bytes) throws IOException {
    return limitWriteback(SYSFS, devices, bytes);
  }

  static DeviceSettings limitWriteback(Path sysfs, List<String> devices, long bytes)
      throws IOException {
    for (String device : devices) {
      Path maxBytes = sysfs.resolve(device).resolve("max_bytes");
      if (!Files.isWritable(maxBytes)) {
        throw new IOException(
            maxBytes + " is missing: this benchmark needs Linux 6.2 or later, and root");
      }
    }
    return of(
        sysfs,
        devices,
        (settings, device) -> {
          settings.undoWith(device.resolve("strict_limit"), "0");
          settings.undoWith(device.resolve("max_ratio"), "100");
          Files.writeString(device.resolve("max_bytes"), Long.toString(bytes));
          Files.writeString(device.resolve("strict_limit"), "1");
        });
  }

  /** Before anything is set, so that it is put back whenever this process ends. */
  private synchronized void undoWith(Path file, String value) {
    undo.put(file, value);
  }

  @Override
  public void close() throws IOException {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException isExiting) {
      // whichever of the two comes first does it
    }
    undo();
  }

  private void closeAtExit() {
    try {
      undo();
    } catch (IOException e) {
      System.err.println("settings of devices were not put back: " + e);
    }
  }

  private synchronized void undo() throws IOException {
    for (Map.Entry<Path, String> setting : undo.entrySet()) {
      if (Files.exists(setting.getKey())) {
        Files.writeString(setting.getKey(), setting.getValue());
      }
    }
    undo.clear();
  }
}
