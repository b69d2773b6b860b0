package org.tieredhdfs.demo;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.tieredhdfs.localcluster.ClusterView;
import org.tieredhdfs.localcluster.MoverProcess;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.Progress;

/**
 * The file mover's service beside the demo's cluster, in a process of its own: it follows HBase's
 * renames into the archive, and the blocks follow the files once they are old enough.
 */
final class DemoMover implements AutoCloseable {
  private static final long POLL_MS = 500;
  private static final long REST_LIMIT_MS = 120_000;
  private static final int MB = 1_000_000;
  private static final double NS_PER_SEC = 1e9;
  private static final String ROOT = "/hbase/archive";

  private final MoverProcess process;
  private final Progress progress;
  private final String archiveType;

  DemoMover(MoverProcess process, Progress progress, String archiveType) {
    this.process = process;
    this.progress = progress;
    this.archiveType = archiveType;
  }

  /**
   * The result of moving the archive.
   *
   * @param movedBytes bytes of archived files, replicas counted, that lie where they belong; none
   *     was written there
   * @param seconds from when it was asked first until the last of them did
   */
  record Archived(long movedBytes, double seconds) {}

  /**
   * What {@code hdfs-site.xml} of the cluster has to say for it: only the archive is followed, and
   * HBase's filter tells when a file of it may be moved.
   */
  static Map<String, String> settings() {
    return Map.of(
        "dfs.mover.file.service.roots",
        ROOT,
        "dfs.mover.file.rules",
        "archive",
        "dfs.mover.file.rule.archive.path",
        ROOT,
        "dfs.mover.file.rule.archive.clear.policy",
        "true",
        "dfs.mover.file.rule.archive.filter",
        "hbase-archive");
  }

  /**
   * Starts it and waits until it is at work.
   *
   * @param archiveType the storage type where archived files belong
   * @throws ClusterException with the end of its log if it does not come up
   */
  static DemoMover start(ClusterView view, Progress progress, String archiveType)
      throws IOException, ClusterException, InterruptedException {
    return new DemoMover(MoverProcess.start(view, progress), progress, archiveType);
  }

  /**
   * Waits until all archived bytes lie where they belong; what does not get there in time is for
   * the report to tell.
   */
  Archived awaitRest(PlacementReader reader) throws IOException, InterruptedException {
    long startNs = System.nanoTime();
    long endNs = startNs + TimeUnit.MILLISECONDS.toNanos(REST_LIMIT_MS);
    List<StoredBytes> archived = reader.readArchive();
    while (bytes(archived, false) > 0 && System.nanoTime() - endNs < 0) {
      progress.waitingFor(
          List.of(
              String.format(
                  "filemover, %,d MB of the archive to go", bytes(archived, false) / MB)));
      Thread.sleep(POLL_MS);
      archived = reader.readArchive();
    }
    Archived end = new Archived(bytes(archived, true), (System.nanoTime() - startNs) / NS_PER_SEC);
    progress.done(
        String.format(
            "%-12s %,d MB of archived files are on %s",
            "filemover", end.movedBytes() / MB, archiveType));
    return end;
  }

  private long bytes(List<StoredBytes> archived, boolean there) {
    return archived.stream()
        .filter(part -> part.storageType().equals(archiveType) == there)
        .mapToLong(StoredBytes::bytes)
        .sum();
  }

  @Override
  public void close() {
    process.close();
  }
}
