package org.tieredhdfs.media.model;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The media that can be emulated, modelled on real devices.
 *
 * <p>Hard disk and SATA SSD have the figures of the study of 2016 (disks 127 to 140 MB/s at 6.7 ms
 * an access, SSDs 446 to 481 MB/s at 80 us); NVMe and RAM those that data sheets of the time give.
 */
public enum MediumModel {
  /** A hard disk of 7,200 turns a minute, 6.7 ms for a random access on average. */
  HDD,
  /** An SSD at SATA. */
  SSD,
  /** An SSD at PCI Express. */
  NVME,
  /** Memory that is reached as a device, so that it can hang as well. */
  RAM,
  /** Takes no time: what is measured on it is the way to the device and back. */
  NONE;

  private static final long DISK_SHORTEST_SEEK_NS = 700_000;
  private static final long DISK_LONGEST_SEEK_NS = 4_200_000;
  private static final long DISK_ROTATION_NS = 8_333_333;
  private static final long DISK_OUTER_BYTES_PER_SEC = 150_000_000;
  private static final long DISK_INNER_BYTES_PER_SEC = 110_000_000;
  private static final long DISK_FLUSH_NS = 500_000;

  /** As people write it: {@code hdd}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * @throws IllegalArgumentException with one sentence that names what is allowed
   */
  public static MediumModel parse(String what, String text) {
    for (MediumModel model : values()) {
      if (model.label().equalsIgnoreCase(text.strip())) {
        return model;
      }
    }
    throw new IllegalArgumentException(
        what
            + ": '"
            + text
            + "' is no medium; write one of "
            + Arrays.stream(values()).map(MediumModel::label).collect(Collectors.joining(", ")));
  }

  /**
   * A medium of this kind.
   *
   * @param capacityBytes its size, over which the arm of a disk strokes
   * @param controller that it shares with others; a hard disk is too slow to notice it
   * @param seed of what is left to chance
   */
  public Medium newMedium(long capacityBytes, Controller controller, long seed) {
    return switch (this) {
      case HDD -> new HardDisk(diskSpec(capacityBytes), seed);
      case SSD ->
          new Flash(
              new Flash.Spec(32, 80_000, 60_000, 480_000_000, 446_000_000, 500_000), controller);
      case NVME ->
          new Flash(
              new Flash.Spec(64, 80_000, 20_000, 2_800_000_000L, 1_900_000_000L, 100_000),
              controller);
      case RAM ->
          new Flash(
              new Flash.Spec(64, 5_000, 5_000, 6_000_000_000L, 6_000_000_000L, 1_000), controller);
      case NONE ->
          new Flash(new Flash.Spec(64, 0, 0, Long.MAX_VALUE, Long.MAX_VALUE, 0), controller);
    };
  }

  private static HardDisk.Spec diskSpec(long capacityBytes) {
    return new HardDisk.Spec(
        capacityBytes,
        DISK_SHORTEST_SEEK_NS,
        DISK_LONGEST_SEEK_NS,
        DISK_ROTATION_NS,
        DISK_OUTER_BYTES_PER_SEC,
        DISK_INNER_BYTES_PER_SEC,
        DISK_FLUSH_NS);
  }
}
