package org.tieredhdfs.verify.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.linux.LinuxTool;
import org.tieredhdfs.linux.User;
import org.tieredhdfs.media.model.MediumModel;
import org.tieredhdfs.media.volume.MediaFolder;
import org.tieredhdfs.media.volume.MediaVolume;

/**
 * What power cuts leave of an installation, and of its removal, in the middle of which they come.
 * Set {@code tieredhdfs.power.cuts} for more of them. Needs root and what {@code mvn package}
 * makes.
 */
@Tag("slow")
class InstallPowerCutTest {
  /** Not the folder of the build: the path of a socket has no room for where that may lie. */
  private static final Path TMP = Path.of("/tmp");

  private static final Path HOME = Path.of("../..").toAbsolutePath().normalize();
  private static final int CUTS = Integer.getInteger("tieredhdfs.power.cuts", 4);
  private static final long SEED = Long.getLong("tieredhdfs.power.seed", System.nanoTime());
  private static final long SIZE = 4L << 30;
  private static final Duration LIMIT = Duration.ofMinutes(5);

  private final SplittableRandom random = new SplittableRandom(SEED);

  @TempDir Path tmp;

  /** An installed archive, and the homes on the volume whose power goes. */
  private record Homes(Path archive, MediaVolume volume) {
    String tool(String name) {
      return archive.resolve("bin").resolve(name).toString();
    }

    Path hadoop() {
      return volume.path().resolve("hadoop");
    }

    Path hbase() {
      return volume.path().resolve("hbase");
    }

    List<String> command(String name) {
      return List.of(
          tool(name), "--hadoop-home", hadoop().toString(), "--hbase-home", hbase().toString());
    }
  }

  @Test
  @Timeout(3_600)
  void whatIsLeftCanBeTakenOutByteForByte() throws Exception {
    assumeTrue(
        User.isRoot() && Files.isWritable(Path.of("/dev/fuse")),
        "a device of its own needs root and /dev/fuse");
    System.out.println("power cuts: " + CUTS + ", seed " + SEED);
    try (MediaFolder folder = MediaFolder.open(TMP);
        MediaVolume volume = folder.mount("disk", MediumModel.NVME, SIZE, 256 << 20)) {
      Homes homes = new Homes(unpacked(), volume);
      LinuxTool.run(LIMIT, HOME.resolve("dev-support/layout.sh").toString(), "" + volume.path());
      Map<String, Long> before = contents(homes);
      long installMs = timeOf(homes.command("install"));
      long uninstallMs = timeOf(homes.command("uninstall"));
      assertThat(contents(homes)).isEqualTo(before);
      for (int cut = 1; cut <= CUTS; cut++) {
        LinuxTool.run(LIMIT, "sync");
        if (cut % 2 == 0) {
          LinuxTool.run(LIMIT, homes.command("install"));
          LinuxTool.run(LIMIT, "sync");
          cutDuring(homes.command("uninstall"), uninstallMs, volume);
        } else if (cutDuring(homes.command("install"), installMs, volume)) {
          assertThat(LinuxTool.run(LIMIT, homes.command("install"))).contains("nothing to do");
        }
        takeOut(homes);
        assertThat(contents(homes)).as("after cut %d", cut).isEqualTo(before);
      }
    }
  }

  private Path unpacked() throws IOException {
    List<Path> archives;
    try (Stream<Path> files = Files.list(HOME.resolve("distribution/target"))) {
      archives = files.filter(file -> file.toString().endsWith(".tar.gz")).toList();
    }
    assertThat(archives).hasSize(1);
    LinuxTool.run(LIMIT, "tar", "-xzf", archives.get(0).toString(), "-C", tmp.toString());
    try (Stream<Path> files = Files.list(tmp)) {
      return files.filter(Files::isDirectory).findFirst().orElseThrow();
    }
  }

  private static long timeOf(List<String> command) throws IOException {
    long startNs = System.nanoTime();
    LinuxTool.run(LIMIT, command);
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNs);
  }

  /**
   * Cuts the power at a moment of the command, or shortly after it.
   *
   * @return whether the command had said that it was done
   */
  private boolean cutDuring(List<String> command, long takesMs, MediaVolume volume)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(tmp.resolve("output").toFile())
            .start();
    boolean isDone = process.waitFor(random.nextLong(takesMs + 200), TimeUnit.MILLISECONDS);
    if (isDone) {
      assertThat(process.exitValue()).as("%s", tmp.resolve("output")).isZero();
    }
    MediaVolume.cutPower(List.of(volume), () -> kill(process.toHandle()), random.nextLong());
    process.waitFor();
    return isDone;
  }

  /** The shell and what it has started; the shell first, so that it starts no more. */
  private static void kill(ProcessHandle shell) {
    List<ProcessHandle> started = shell.descendants().toList();
    shell.destroyForcibly();
    started.forEach(ProcessHandle::destroyForcibly);
  }

  /** By bin/uninstall, where it finds that there is something to take out. */
  private static void takeOut(Homes homes) throws IOException {
    for (String kind : List.of("hadoop", "hbase")) {
      Path home = kind.equals("hadoop") ? homes.hadoop() : homes.hbase();
      Path libraries = home.resolve(kind.equals("hadoop") ? "share/hadoop" : "lib");
      if (Files.exists(libraries.resolve("tiered"))
          || Files.exists(libraries.resolve("tiered.tiered-new"))) {
        LinuxTool.run(LIMIT, homes.tool("uninstall"), "--" + kind + "-home", home.toString());
      }
    }
  }

  /** A checksum of each file in the homes, and the folders; jars that nobody changes by length. */
  private static Map<String, Long> contents(Homes homes) throws IOException {
    Map<String, Long> contents = new TreeMap<>();
    for (Path home : List.of(homes.hadoop(), homes.hbase())) {
      try (Stream<Path> paths = Files.walk(home)) {
        for (Path path : paths.toList()) {
          contents.put(path.toString(), Files.isDirectory(path) ? -1L : checksum(path));
        }
      }
    }
    return contents;
  }

  private static long checksum(Path file) throws IOException {
    if (file.toString().endsWith(".jar")) {
      return Files.size(file);
    }
    CRC32C checksum = new CRC32C();
    checksum.update(Files.readAllBytes(file));
    return checksum.getValue();
  }
}
