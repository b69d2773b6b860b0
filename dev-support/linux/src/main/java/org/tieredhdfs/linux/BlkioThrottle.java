package org.tieredhdfs.linux;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Limits of block devices by control groups version 1.
 *
 * <p>They are set at the root group: the kernel writes buffered pages back on behalf of that group,
 * and in version 1 the limits of a group do not hold in the groups below it. So the processes to be
 * slowed belong there as well.
 */
final class BlkioThrottle implements Throttle {
  private static final String[] BANDWIDTHS = {"read_bps", "write_bps"};
  private static final String[] RATES = {"read_iops", "write_iops"};

  private final Path root;

  /**
   * @param root where the blkio controller is mounted
   */
  BlkioThrottle(Path root) {
    this.root = root;
  }

  @Override
  public void set(String device, DeviceLimits limits) throws IOException {
    for (String name : BANDWIDTHS) {
      Files.writeString(file(name), device + " " + limits.bytesPerSec());
    }
    for (String name : RATES) {
      Files.writeString(file(name), device + " " + limits.iops());
    }
  }

  @Override
  public DeviceLimits get(String device) throws IOException {
    return new DeviceLimits(value(BANDWIDTHS[0], device), value(RATES[0], device));
  }

  @Override
  public void admit(long pid) throws IOException {
    Files.writeString(root.resolve("cgroup.procs"), Long.toString(pid));
  }

  @Override
  public boolean isPresent() {
    return false;
  }

  @Override
  public void remove() {
    // The root group is not ours, and limits end with set(device, NONE).
  }

  private long value(String name, String device) throws IOException {
    return Files.readString(file(name))
        .lines()
        .map(line -> line.split(" ", -1))
        .filter(fields -> fields.length == 2 && fields[0].equals(device))
        .mapToLong(fields -> Long.parseLong(fields[1]))
        .findFirst()
        .orElse(0);
  }

  private Path file(String name) {
    return root.resolve("blkio.throttle." + name + "_device");
  }
}
