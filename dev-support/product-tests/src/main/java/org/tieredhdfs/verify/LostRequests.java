package org.tieredhdfs.verify;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.mover.FileMover;
import org.tieredhdfs.mover.api.MoveRequest;

/**
 * Looks whether the service has done all that it was asked for: a full look finds no file that
 * would be moved.
 */
final class LostRequests {
  private static final String[] ROOTS = {"/hbase/data", "/hbase/archive"};
  private static final long LIMIT_NS = TimeUnit.MINUTES.toNanos(5);
  private static final long PAUSE_MS = 2_000;

  private LostRequests() {}

  /**
   * Waits until nothing is left to be moved, for a limited time.
   *
   * @return a sentence for each file that lies elsewhere than its policy says and that the service
   *     has not moved
   */
  static List<String> find(Configuration conf, Progress progress)
      throws IOException, InterruptedException {
    URI uri = FileSystem.getDefaultUri(conf);
    try (FileMover mover = new FileMover(conf, uri)) {
      long endNs = System.nanoTime() + LIMIT_NS;
      while (true) {
        List<String> left = new ArrayList<>();
        List<String> unused =
            mover.survey(
                MoveRequest.ofPaths(true, ROOTS),
                null,
                file -> {
                  if (!file.moves().isEmpty()) {
                    left.add(file.path() + " does not lie where " + file.policy() + " says");
                  }
                });
        if (left.isEmpty() || System.nanoTime() - endNs > 0) {
          return left;
        }
        progress.waitingFor(List.of("the mover, with " + left.size() + " files left"));
        Thread.sleep(PAUSE_MS);
      }
    }
  }
}
