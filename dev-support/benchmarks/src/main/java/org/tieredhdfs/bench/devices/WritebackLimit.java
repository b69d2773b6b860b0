package org.tieredhdfs.bench.devices;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Limits how much written data the page cache keeps back for devices, while it is open.
 *
 * <p>The load is a small part of the study's, but memory is not: without a limit all of it would
 * stay in memory, and no device would be waited for.
 */
public final class WritebackLimit implements AutoCloseable {
  private static final Path SYSFS = Path.of("/sys/class/bdi");
  private static final String STRICT = "strict_limit";
  private static final String MAX_BYTES = "max_bytes";
  private static final String MAX_RATIO = "max_ratio";
  private static final String ALL = "100";

  private final Path place;
  private final List<String> devices;
  private final UndoAtExit undo;

  private WritebackLimit(Path place, List<String> devices) {
    this.place = place;
    this.devices = List.copyOf(devices);
    this.undo = UndoAtExit.of("the kernel's limit of writes to " + devices, this::undo);
  }

  /**
   * @param devices by their names below {@code /sys/class/bdi}, mostly {@code major:minor}
   * @param bytes for each of them
   * @throws IOException if the kernel has no such limit: it came with Linux 6.2
   */
  public static WritebackLimit set(List<String> devices, long bytes) throws IOException {
    return set(SYSFS, devices, bytes);
  }

  /**
   * @param place where sysfs has the limits
   */
  static WritebackLimit set(Path place, List<String> devices, long bytes) throws IOException {
    for (String device : devices) {
      if (!Files.isWritable(place.resolve(device).resolve(MAX_BYTES))) {
        throw new IOException(
            place.resolve(device).resolve(MAX_BYTES)
                + " is missing: this benchmark needs Linux 6.2 or later, and root");
      }
    }
    WritebackLimit limit = new WritebackLimit(place, devices);
    try {
      for (String device : devices) {
        limit.write(device, MAX_BYTES, Long.toString(bytes));
        limit.write(device, STRICT, "1");
      }
      return limit;
    } catch (IOException e) {
      limit.close();
      throw e;
    }
  }

  private void write(String device, String name, String value) throws IOException {
    Files.writeString(place.resolve(device).resolve(name), value);
  }

  /** As it was, for whoever gets the device next. */
  @Override
  public void close() throws IOException {
    undo.close();
  }

  private void undo() throws IOException {
    for (String device : devices) {
      if (Files.exists(place.resolve(device))) {
        write(device, STRICT, "0");
        write(device, MAX_RATIO, ALL);
      }
    }
  }
}
