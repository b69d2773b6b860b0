package org.tieredhdfs.media.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.linux.User;
import org.tieredhdfs.media.model.MediumModel;

/**
 * What a power cut leaves of what a program wrote. Every build makes a few; set {@code
 * tieredhdfs.power.cuts} for more.
 */
class PowerCutTest {
  /** Not the folder of the build: the path of a socket has no room for where that may lie. */
  private static final Path TMP = Path.of("/tmp");

  private static final int CUTS = Integer.getInteger("tieredhdfs.power.cuts", 2);
  private static final long SEED = Long.getLong("tieredhdfs.power.seed", System.nanoTime());
  private static final long SIZE = 256L << 20;

  @BeforeAll
  static void needsRoot() {
    assumeTrue(
        User.isRoot()
            && Files.isWritable(Path.of("/dev/fuse"))
            && Files.isWritable(Path.of("/dev/loop-control")),
        "a device of its own needs root, /dev/fuse and /dev/loop-control");
    System.out.println("power cuts: " + CUTS + ", seed " + SEED);
  }

  @Test
  void programThatWaitsForFsyncLosesNothingAcknowledged() throws Exception {
    assertThat(cutsThatLost(true)).isZero();
  }

  @Test
  void programThatDoesNotLosesDataInEachCut() throws Exception {
    assertThat(cutsThatLost(false)).isEqualTo(CUTS);
  }

  private static int cutsThatLost(boolean isForced) throws Exception {
    SplittableRandom random = new SplittableRandom(SEED);
    int lost = 0;
    try (MediaFolder folder = MediaFolder.open(TMP);
        MediaVolume volume = folder.mount("disk", MediumModel.SSD, SIZE, 16 << 20)) {
      for (int cut = 0; cut < CUTS; cut++) {
        Path file = volume.path().resolve("records");
        Files.deleteIfExists(file);
        int acknowledged = writeUntilCut(volume, file, isForced, random);
        int found = recordsFound(file);
        lost += found < acknowledged ? 1 : 0;
      }
    }
    return lost;
  }

  /** Returns how many records were acknowledged before the cut. */
  private static int writeUntilCut(
      MediaVolume volume, Path file, boolean isForced, SplittableRandom random) throws Exception {
    Process writer =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx32m",
                "-cp",
                System.getProperty("java.class.path"),
                RecordWriter.class.getName(),
                file.toString(),
                Boolean.toString(isForced))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader lines = writer.inputReader(StandardCharsets.UTF_8)) {
      // At a random moment of its run: after so many records and a little more.
      int acknowledged = 0;
      int atLeast = 1 + random.nextInt(200);
      while (acknowledged < atLeast) {
        String line = lines.readLine();
        if (line == null) {
          throw new IOException("the writer ended after " + acknowledged + " records");
        }
        acknowledged = Integer.parseInt(line) + 1;
      }
      TimeUnit.MICROSECONDS.sleep(random.nextInt(20_000));
      MediaVolume.cutPower(List.of(volume), () -> kill(writer), random.nextLong());
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        // The last one may have been cut short.
        acknowledged = Math.max(acknowledged, Integer.parseInt(line) + 1);
      }
      return acknowledged;
    } finally {
      writer.destroyForcibly().waitFor();
    }
  }

  /** By its handle: the process itself would close the stream that is still to be read. */
  private static void kill(Process writer) {
    writer.toHandle().destroyForcibly();
  }

  /** How many records from the first on are there as they were written. */
  private static int recordsFound(Path path) throws IOException {
    if (!Files.exists(path)) {
      return 0;
    }
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
      byte[] record = new byte[RecordWriter.RECORD_BYTES];
      int number = 0;
      while (file.length() >= (number + 1L) * record.length) {
        file.readFully(record);
        if (!Arrays.equals(record, RecordWriter.record(number))) {
          return number;
        }
        number++;
      }
      return number;
    }
  }
}
