package org.tieredhdfs.linux;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The file systems mounted now, as {@code /proc/self/mountinfo} lists them. */
public final class MountedFileSystems {
  private static final Path SOURCE = Path.of("/proc/self/mountinfo");
  private static final Pattern ESCAPED = Pattern.compile("\\\\([0-7]{3})");

  /**
   * One mounted file system.
   *
   * @param device its device number, {@code major:minor}
   * @param mountPoint where it is mounted
   * @param type {@code ext4}, {@code tmpfs} ...
   * @param source what is mounted: a device or a name
   * @param options options of the file system itself, {@code rw,size=1024k}
   */
  public record Mount(
      String device, Path mountPoint, String type, String source, List<String> options) {}

  private final List<Mount> mounts;

  private MountedFileSystems(List<Mount> mounts) {
    this.mounts = List.copyOf(mounts);
  }

  /** Reads the table of this process's mount name space. */
  public static MountedFileSystems read() throws IOException {
    return parse(Files.readString(SOURCE, StandardCharsets.UTF_8));
  }

  /** Parses the text of a {@code mountinfo} file; lines it cannot make out are left out. */
  static MountedFileSystems parse(String text) {
    return new MountedFileSystems(
        text.lines().map(MountedFileSystems::parseLine).flatMap(Optional::stream).toList());
  }

  private static Optional<Mount> parseLine(String line) {
    // id parent major:minor root mountPoint options [tags...] - type source superOptions
    int separator = line.indexOf(" - ");
    if (separator < 0) {
      return Optional.empty();
    }
    String[] left = line.substring(0, separator).split(" ", -1);
    String[] right = line.substring(separator + 3).split(" ", -1);
    if (left.length < 6 || right.length < 3) {
      return Optional.empty();
    }
    return Optional.of(
        new Mount(
            left[2],
            Path.of(unescape(left[4])),
            right[0],
            unescape(right[1]),
            Arrays.asList(right[2].split(",", -1))));
  }

  /** All mounts in the order of the kernel: what is mounted later stands later. */
  public List<Mount> all() {
    return mounts;
  }

  /** Mounts at or below {@code dir}, in the order in which they have to be unmounted. */
  public List<Mount> under(Path dir) {
    return mounts.stream()
        .filter(mount -> mount.mountPoint().startsWith(dir))
        .sorted(Comparator.comparing(mount -> -mount.mountPoint().getNameCount()))
        .toList();
  }

  /** The topmost file system mounted exactly at {@code mountPoint}. */
  public Optional<Mount> at(Path mountPoint) {
    return mounts.stream()
        .filter(mount -> mount.mountPoint().equals(mountPoint))
        .reduce((below, above) -> above);
  }

  private static String unescape(String field) {
    Matcher matcher = ESCAPED.matcher(field);
    return matcher.replaceAll(
        found -> Matcher.quoteReplacement(Character.toString(Integer.parseInt(found.group(1), 8))));
  }
}
