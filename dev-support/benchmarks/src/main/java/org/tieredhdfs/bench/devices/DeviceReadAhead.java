package org.tieredhdfs.bench.devices;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Turns off the kernel's read-ahead of devices while it is open. */
public final class DeviceReadAhead implements AutoCloseable {
  private static final Path SYSFS = Path.of("/sys/class/bdi");
  private static final String NONE = "0";

  private final Map<Path, String> before = new LinkedHashMap<>();
  private final UndoAtExit undo = UndoAtExit.of("the read-ahead of devices", this::undo);

  private DeviceReadAhead() {}

  /**
   * @param devices by number, {@code major:minor}
   */
  public static DeviceReadAhead off(List<String> devices) throws IOException {
    return off(SYSFS, devices);
  }

  /**
   * @param place where sysfs has the settings of devices
   */
  static DeviceReadAhead off(Path place, List<String> devices) throws IOException {
    DeviceReadAhead readAhead = new DeviceReadAhead();
    try {
      for (String device : devices) {
        Path file = place.resolve(device).resolve("read_ahead_kb");
        String value = Files.readString(file).strip();
        Files.writeString(file, NONE);
        readAhead.before.put(file, value);
      }
      return readAhead;
    } catch (IOException e) {
      readAhead.close();
      throw e;
    }
  }

  /** As it was, for whoever gets the device next. */
  @Override
  public void close() throws IOException {
    undo.close();
  }

  private void undo() throws IOException {
    for (Map.Entry<Path, String> file : before.entrySet()) {
      if (Files.exists(file.getKey())) {
        Files.writeString(file.getKey(), file.getValue());
      }
    }
  }
}
