package org.tieredhdfs.linux;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Limits of block devices by control groups version 2, {@code io.max}.
 *
 * <p>The root group knows no limits there, so the processes to be slowed go into a group of their
 * own. The memory controller is switched on with it, because the kernel needs it to know whose
 * buffered pages it writes back.
 */
final class IoMaxThrottle implements Throttle {
  private static final Pattern BANDWIDTH = Pattern.compile("\\brbps=(\\d+)");
  private static final Pattern RATE = Pattern.compile("\\briops=(\\d+)");

  private final Path root;
  private final Path group;

  /**
   * @param root where the unified hierarchy is mounted
   * @param groupName name of the group for the processes to be slowed
   */
  IoMaxThrottle(Path root, String groupName) {
    this.root = root;
    this.group = root.resolve(groupName);
  }

  @Override
  public void set(String device, DeviceLimits limits) throws IOException {
    if (limits.isNone() && !Files.isDirectory(group)) {
      return;
    }
    makeGroup();
    String bandwidth = limits.bytesPerSec() == 0 ? "max" : Long.toString(limits.bytesPerSec());
    String rate = limits.iops() == 0 ? "max" : Long.toString(limits.iops());
    Files.writeString(
        group.resolve("io.max"),
        String.format(
            "%s rbps=%s wbps=%s riops=%s wiops=%s", device, bandwidth, bandwidth, rate, rate));
  }

  @Override
  public DeviceLimits get(String device) throws IOException {
    Path file = group.resolve("io.max");
    if (!Files.exists(file)) {
      return DeviceLimits.NONE;
    }
    return Files.readString(file)
        .lines()
        .filter(line -> line.startsWith(device + " "))
        .map(line -> new DeviceLimits(number(BANDWIDTH, line), number(RATE, line)))
        .findFirst()
        .orElse(DeviceLimits.NONE);
  }

  @Override
  public void admit(long pid) throws IOException {
    makeGroup();
    Files.writeString(group.resolve("cgroup.procs"), Long.toString(pid));
  }

  @Override
  public boolean isPresent() {
    return Files.isDirectory(group);
  }

  @Override
  public void remove() throws IOException {
    try {
      Files.delete(group);
    } catch (NoSuchFileException gone) {
      return;
    }
  }

  private void makeGroup() throws IOException {
    if (!Files.isDirectory(group)) {
      Path control = root.resolve("cgroup.subtree_control");
      try {
        Files.writeString(control, "+io +memory");
      } catch (IOException e) {
        throw new IOException(
            "cannot switch on limits of block devices in " + control + ": " + e.getMessage(), e);
      }
      Files.createDirectory(group);
    }
  }

  private static long number(Pattern pattern, String line) {
    Matcher matcher = pattern.matcher(line);
    return matcher.find() ? Long.parseLong(matcher.group(1)) : 0;
  }
}
