package org.tieredhdfs.verify;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.tieredhdfs.verify.fixture.RestartedMover;

/**
 * Keeps the mover's service busy with files that HBase reads: gives HFiles of the live table one of
 * two policies, and the other one the next time.
 *
 * <p>Rounds are run by one thread; the counter may be read by others.
 */
final class PolicyFlipper {
  private static final String ONE = "ALL_SSD";
  private static final String OTHER = "HOT";
  private static final int FILES_A_ROUND = 6;

  /** With as many open requests the mover has enough to do; archived files wait there, too. */
  private static final int ENOUGH_WORK = 16;

  private final FileSystem fs;
  private final RestartedMover mover;
  private final Random random;
  private final Path files =
      new Path("/hbase/data/default/" + KnownRowLoad.TABLE.getNameAsString() + "/*/f/*");
  private final AtomicLong flips = new AtomicLong();

  PolicyFlipper(FileSystem fs, RestartedMover mover, long seed) {
    this.fs = fs;
    this.mover = mover;
    this.random = new Random(seed);
  }

  long flips() {
    return flips.get();
  }

  void round() throws IOException {
    // no more flips while the service has a backlog, such as after it was killed
    if (mover.figures().map(PolicyFlipper::atWork).orElse(0) >= ENOUGH_WORK) {
      return;
    }
    List<FileStatus> found = new ArrayList<>(List.of(fs.globStatus(files)));
    found.removeIf(FileStatus::isDirectory);
    Collections.shuffle(found, random);
    for (FileStatus file : found.subList(0, Math.min(FILES_A_ROUND, found.size()))) {
      flip(file.getPath());
    }
  }

  private static int atWork(JsonNode figures) {
    return figures.path("open").asInt() - figures.path("delayed").asInt();
  }

  private void flip(Path file) throws IOException {
    try {
      fs.setStoragePolicy(file, fs.getStoragePolicy(file).getName().equals(ONE) ? OTHER : ONE);
      flips.incrementAndGet();
    } catch (FileNotFoundException compactedAway) {
      return;
    }
  }
}
