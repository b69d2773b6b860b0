package org.tieredhdfs.tools.demo;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileSystem;
import org.tieredhdfs.tools.cluster.ClusterException;
import org.tieredhdfs.tools.cluster.ClusterView;
import org.tieredhdfs.tools.cluster.Progress;
import org.tieredhdfs.ycsb.report.FileClass;
import org.tieredhdfs.ycsb.report.Placement;

/**
 * The file mover's service beside the demo's cluster, in a process of its own: it follows HBase's
 * renames into the archive, and the blocks follow the files.
 */
final class DemoMover implements AutoCloseable {
  private static final String MAIN_CLASS = "org.tieredhdfs.mover.cli.FileMoverCommand";
  private static final String AT_WORK = "At work";
  private static final long POLL_MS = 500;
  private static final long START_LIMIT_MS = 90_000;
  private static final long REST_LIMIT_MS = 120_000;
  private static final long END_LIMIT_MS = 20_000;
  private static final int MB = 1_000_000;

  private final Process process;
  private final Path log;
  private final Progress progress;
  private final String archiveType;

  private DemoMover(Process process, Path log, Progress progress, String archiveType) {
    this.process = process;
    this.log = log;
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
    Path log = view.dirs().logs().resolve("filemover.out");
    Process process =
        view.tool(MAIN_CLASS, List.of("serve"))
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    DemoMover mover = new DemoMover(process, log, progress, archiveType);
    try {
      mover.awaitStart();
      return mover;
    } catch (IOException | ClusterException | InterruptedException | RuntimeException e) {
      mover.close();
      throw e;
    }
  }

  private void awaitStart() throws IOException, ClusterException, InterruptedException {
    long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(START_LIMIT_MS);
    while (!said().contains(AT_WORK)) {
      if (!process.isAlive() || System.nanoTime() > endNs) {
        throw new ClusterException("the file mover's service did not come up: " + said().strip());
      }
      progress.waitingFor(List.of("filemover"));
      Thread.sleep(POLL_MS);
    }
    progress.done(String.format("%-12s at work, pid %d", "filemover", process.pid()));
  }

  private String said() throws IOException {
    return Files.exists(log) ? Files.readString(log, StandardCharsets.UTF_8) : "";
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
    process.destroy();
    try {
      if (!process.waitFor(END_LIMIT_MS, TimeUnit.MILLISECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
