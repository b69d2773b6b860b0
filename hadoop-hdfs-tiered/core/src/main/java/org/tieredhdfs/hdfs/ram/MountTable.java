package org.tieredhdfs.hdfs.ram;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The file systems that a process sees mounted, as Linux lists them in {@code mountinfo}.
 *
 * <p>Immutable.
 */
final class MountTable {
  static final Path OF_THIS_PROCESS = Path.of("/proc/self/mountinfo");

  private static final Pattern OCTAL = Pattern.compile("\\\\([0-7]{3})");

  /** Where in a line the mount point and its options stand, and the least number of words. */
  private static final int POINT = 4;

  private static final int OPTIONS = 5;
  private static final int LEAST_WORDS = 9;

  private final List<Mount> mounts;

  /**
   * One mounted file system.
   *
   * @param device its major and minor number, {@code "8:1"}
   * @param point where it is mounted
   * @param type {@code "ext4"}, {@code "tmpfs"} ...
   * @param options of the mount and of the file system
   */
  record Mount(String device, Path point, String type, Set<String> options) {
    private static final Set<String> IN_MEMORY = Set.of("tmpfs", "ramfs");

    /** Whether what is written to it stays in memory. */
    boolean isMemory() {
      return IN_MEMORY.contains(type) || options.contains("dax") || options.contains("dax=always");
    }
  }

  private MountTable(List<Mount> mounts) {
    this.mounts = mounts;
  }

  static MountTable read(Path file) throws IOException {
    List<Mount> mounts = new ArrayList<>();
    for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
      parse(line).ifPresent(mounts::add);
    }
    return new MountTable(List.copyOf(mounts));
  }

  /** Between the fixed words and a single "-" stand any number of optional ones. */
  private static Optional<Mount> parse(String line) {
    List<String> words = Arrays.asList(line.split(" ", -1));
    int dash = words.indexOf("-");
    if (words.size() < LEAST_WORDS || dash <= OPTIONS || dash + 1 >= words.size()) {
      return Optional.empty();
    }
    Set<String> options = new LinkedHashSet<>(Arrays.asList(words.get(OPTIONS).split(",", -1)));
    options.addAll(Arrays.asList(words.get(words.size() - 1).split(",", -1)));
    Path point = Path.of(unescape(words.get(POINT)));
    return Optional.of(new Mount(words.get(2), point, words.get(dash + 1), options));
  }

  /** Blanks and backslashes in a name are written as three octal digits. */
  private static String unescape(String written) {
    Matcher octal = OCTAL.matcher(written);
    return octal.replaceAll(
        found ->
            Matcher.quoteReplacement(
                Character.toString((char) Integer.parseInt(found.group(1), 8))));
  }

  /**
   * The mount that a path lies on: the longest mount point above it, of those with the same point
   * the one mounted last.
   *
   * @param path absolute, without symbolic links
   * @param device the device that the path is on, which decides between mounts that hide each
   *     other; ignored if no mount has it (btrfs numbers its subvolumes itself)
   */
  Optional<Mount> of(Path path, String device) {
    Optional<Mount> exact = longest(path, mounts.stream().filter(m -> m.device.equals(device)));
    return exact.isPresent() ? exact : longest(path, mounts.stream());
  }

  private static Optional<Mount> longest(Path path, Stream<Mount> candidates) {
    return candidates
        .filter(mount -> path.startsWith(mount.point))
        .reduce((a, b) -> b.point.getNameCount() >= a.point.getNameCount() ? b : a);
  }
}
