package org.tieredhdfs.linux;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The loop devices that have a backing file now, as sysfs lists them. */
public final class LoopDevices {
  private static final Duration LIMIT = Duration.ofMinutes(5);
  private static final String DELETED = " (deleted)";

  /** What Linux gives a disk. */
  private static final int READ_AHEAD_KB = 128;

  private final Path sysBlock;

  public LoopDevices() {
    this(Path.of("/sys/block"));
  }

  /**
   * @param sysBlock where sysfs lists block devices
   */
  LoopDevices(Path sysBlock) {
    this.sysBlock = sysBlock;
  }

  /**
   * One attached loop device.
   *
   * @param node its device file
   * @param device its device number, {@code major:minor}
   * @param backingFile the file behind it, also when it has been deleted since
   */
  public record Loop(Path node, String device, Path backingFile) {}

  public List<Loop> list() throws IOException {
    List<Loop> loops = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(sysBlock, "loop*")) {
      for (Path entry : entries) {
        attached(entry).ifPresent(loops::add);
      }
    }
    loops.sort(Comparator.comparing(Loop::node));
    return loops;
  }

  private static Optional<Loop> attached(Path entry) {
    try {
      String file = Files.readString(entry.resolve("loop/backing_file")).strip();
      String device = Files.readString(entry.resolve("dev")).strip();
      Path node = Path.of("/dev", String.valueOf(entry.getFileName()));
      return Optional.of(new Loop(node, device, backingFile(file)));
    } catch (IOException notAttached) {
      // The folder "loop" comes and goes with the backing file.
      return Optional.empty();
    }
  }

  /**
   * Makes a loop device of {@code file}, past the page cache where the file's system can: a disk
   * has no page cache of its own. The kernel reads ahead on it as on a disk.
   *
   * @return its device file
   */
  public static Path attach(Path file) throws IOException {
    Path node =
        Path.of(
            LinuxTool.run(LIMIT, "losetup", "--direct-io=on", "--find", "--show", file.toString()));
    try {
      new LoopDevices().setReadAhead(node);
      return node;
    } catch (IOException e) {
      detach(node);
      throw e;
    }
  }

  /** Else it would be what the limits of an earlier file behind the device made of it. */
  void setReadAhead(Path node) throws IOException {
    Path file = sysBlock.resolve(String.valueOf(node.getFileName())).resolve("queue/read_ahead_kb");
    Files.writeString(file, Integer.toString(READ_AHEAD_KB));
  }

  /** Detaches a loop device, which must not be mounted. */
  public static void detach(Path node) throws IOException {
    LinuxTool.run(LIMIT, "losetup", "--detach", node.toString());
  }

  /** The loop devices whose backing file lies below {@code dir}. */
  public List<Loop> backedBelow(Path dir) throws IOException {
    return list().stream().filter(loop -> loop.backingFile().startsWith(dir)).toList();
  }

  private static Path backingFile(String shown) {
    boolean isDeleted = shown.endsWith(DELETED);
    return Path.of(isDeleted ? shown.substring(0, shown.length() - DELETED.length()) : shown);
  }
}
