package org.tieredhdfs.hdfs.datanode.volume.writeback;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.ram.DeviceNumber;

/**
 * The block device under a volume, as the kernel counts what is written to it.
 *
 * <p>The counters are in memory: to read them waits for no device, and so for none that hangs.
 */
public final class BlockDevice {
  private static final Path OF_THIS_KERNEL = Path.of("/sys/dev/block");
  private static final Pattern BLANKS = Pattern.compile("\\s+");

  /** Where they are in the file; sectors are of 512 bytes whatever those of the device are. */
  private static final int READS = 0;

  private static final int READ_MS = 3;
  private static final int WRITES = 4;
  private static final int WRITTEN_SECTORS = 6;
  private static final int WRITE_MS = 7;
  private static final int BUSY_MS = 9;
  private static final int SECTOR_BYTES = 512;
  private static final double NANOS_PER_MS = 1e6;

  /**
   * The counters since the device was made.
   *
   * @param readsEnded something that grows when reads come to an end
   * @param writesEnded the same of writes
   * @param readMs the time that all reads together have taken
   * @param writeMs the same of writes
   * @param busyMs the time in which there was anything to do
   */
  public record Counters(
      long readsEnded,
      long writesEnded,
      long writtenBytes,
      long readMs,
      long writeMs,
      long busyMs) {

    /** How long it was busy since then, for the part that writes have in what all took. */
    long busyWritingNanos(Counters earlier) {
      double writing = Math.max(0, writeMs - earlier.writeMs);
      double all = writing + Math.max(0, readMs - earlier.readMs);
      double busy = Math.max(0, busyMs - earlier.busyMs);
      return (long) (all > 0 ? busy * (writing / all) * NANOS_PER_MS : 0);
    }
  }

  private final String number;
  private final Path stat;
  private final boolean areCountedAtEnd;

  private BlockDevice(String number, Path stat, boolean areCountedAtEnd) {
    this.number = number;
    this.stat = stat;
    this.areCountedAtEnd = areCountedAtEnd;
  }

  /**
   * The device of a folder; asks its file system.
   *
   * @return null if it has none of its own, as with btrfs, ZFS, overlayfs and network file systems
   */
  public static @Nullable BlockDevice of(Path folder) {
    try {
      return in(OF_THIS_KERNEL, DeviceNumber.of(folder));
    } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
      return null;
    }
  }

  /**
   * A device by its number.
   *
   * @param devices a folder with one folder for each device
   * @return null if there is none
   */
  public static @Nullable BlockDevice in(Path devices, String number) {
    Path folder = devices.resolve(number);
    BlockDevice device = new BlockDevice(number, folder.resolve("stat"), hasQueues(folder));
    try {
      device.counters();
      return device;
    } catch (IOException e) {
      return null;
    }
  }

  /**
   * Whether a device, or the disk of a partition, has queues of the kernel. Without, as with LVM,
   * md and dm-crypt, requests were counted when they began, until Linux changed that in 2023
   * (commit 5f27571382ca). The time that they take is added when they end, but very short ones may
   * not show in it.
   */
  private static boolean hasQueues(Path folder) {
    return Files.isDirectory(folder.resolve("mq")) || Files.isDirectory(folder.resolve("../mq"));
  }

  /** What the kernel calls it, as in {@code 8:1}. */
  public String number() {
    return number;
  }

  public Counters counters() throws IOException {
    String[] fields = BLANKS.split(Files.readString(stat, StandardCharsets.US_ASCII).strip(), -1);
    try {
      return new Counters(
          Long.parseLong(fields[areCountedAtEnd ? READS : READ_MS]),
          Long.parseLong(fields[areCountedAtEnd ? WRITES : WRITE_MS]),
          Long.parseLong(fields[WRITTEN_SECTORS]) * SECTOR_BYTES,
          Long.parseLong(fields[READ_MS]),
          Long.parseLong(fields[WRITE_MS]),
          Long.parseLong(fields[BUSY_MS]));
    } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
      throw new IOException("Not the counters of a block device: " + stat, e);
    }
  }
}
