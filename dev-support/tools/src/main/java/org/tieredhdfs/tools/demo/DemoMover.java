package org.tieredhdfs.tools.demo;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileSystem;
import org.tieredhdfs.tools.cluster.ClusterException;
import org.tieredhdfs.tools.cluster.ClusterView;
import org.tieredhdfs.tools.cluster.MoverProcess;
import org.tieredhdfs.tools.cluster.Progress;
import org.tieredhdfs.ycsb.report.FileClass;
import org.tieredhdfs.ycsb.report.Placement;

/**
 * The file mover's service beside the demo's cluster, in a process of its own: it follows HBase's
 * renames into the archive, and the blocks follow the files.
 */
final class DemoMover implements AutoCloseable {
  private static final long POLL_MS = 500;
  private static final long REST_LIMIT_MS = 120_000;
  private static final int MB = 1_000_000;

  private final MoverProcess process;
  private final Progress progress;
  private final String archiveType;

  private DemoMover(MoverProcess process, Progress progress, String archiveType) {
    this.process = process;
    this.progress = progress;
    this.archiveType = archiveType;
  }

  /** What {@code hdfs-site.xml} of the cluster has to say for it: only the archive is followed. */
  static Map<String, String> settings() {
    return Map.of("dfs.mover.file.service.roots", "/hbase/archive");
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
  void awaitRest(FileSystem fs) throws IOException, InterruptedException {
    long startNs = System.nanoTime();
    long endNs = startNs + TimeUnit.MILLISECONDS.toNanos(REST_LIMIT_MS);
    long movedBytes = 0;
    long awayBytes = away(PlacementReader.read(fs));
    while (awayBytes > 0 && System.nanoTime() < endNs) {
      progress.waitingFor(
          List.of(String.format("filemover, %,d MB of the archive to go", awayBytes / MB)));
      Thread.sleep(POLL_MS);
      awayBytes = away(PlacementReader.read(fs));
    }
    for (Placement placement : PlacementReader.read(fs)) {
      boolean isArchived = placement.fileClass() == FileClass.ARCHIVED;
      movedBytes += isArchived && !isAway(placement) ? placement.bytes() : 0;
    }
    progress.done(
        String.format(
            "%-12s %,d MB of archived files are on %s", "filemover", movedBytes / MB, archiveType));
  }

  private long away(List<Placement> placements) {
    return placements.stream().filter(this::isAway).mapToLong(Placement::bytes).sum();
  }

  private boolean isAway(Placement placement) {
    return placement.fileClass() == FileClass.ARCHIVED
        && !placement.storageType().equals(archiveType);
  }

  @Override
  public void close() {
    process.close();
  }
}
