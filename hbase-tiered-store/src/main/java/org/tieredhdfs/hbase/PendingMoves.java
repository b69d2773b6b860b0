package org.tieredhdfs.hbase;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files of this process that are known to be out of place, until they have moved or are
 * deleted.
 *
 * <p>Bounded in files and in questions to the NameNode at a time. For the thread of the audit
 * alone.
 */
final class PendingMoves {
  private static final Logger LOG = LoggerFactory.getLogger(PendingMoves.class);
  private static final int MAX_FILES = 10_000;
  private static final int FILES_A_LOOK = 200;

  private final PlacementMetrics metrics;
  private final Map<Path, Pending> files = new LinkedHashMap<>();

  private record Pending(FileSystem fs, long bytes) {}

  PendingMoves(PlacementMetrics metrics) {
    this.metrics = metrics;
  }

  void add(FileSystem fs, Path file, long bytes) {
    if (files.size() < MAX_FILES) {
      files.put(file, new Pending(fs, bytes));
      tell();
    } else {
      metrics.auditDropped();
    }
  }

  /** Checks the files that were not checked for the longest time. */
  void lookAgain() {
    List<Path> next = new ArrayList<>(files.keySet());
    for (Path file : next.subList(0, Math.min(FILES_A_LOOK, next.size()))) {
      Pending known = files.remove(file);
      if (known != null) {
        long left = left(file, known);
        if (left > 0) {
          files.put(file, new Pending(known.fs(), left));
        }
      }
    }
    tell();
  }

  private long left(Path file, Pending known) {
    try {
      long left = FilePlace.of(known.fs(), file).elsewhereBytes();
      if (left == 0) {
        metrics.moved(known.bytes());
      }
      return left;
    } catch (IOException | RuntimeException e) {
      // archived or deleted meanwhile, so it is no longer this server's file
      LOG.debug("Cannot find out where {} is stored", file, e);
      return 0;
    }
  }

  private void tell() {
    metrics.pending(files.size(), files.values().stream().mapToLong(Pending::bytes).sum());
  }
}
