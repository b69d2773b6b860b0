package org.tieredhdfs.verify.parity.hbase;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.tieredhdfs.localcluster.spec.ClassPaths;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.verify.parity.ParitySide;
import org.tieredhdfs.verify.parity.PlayResult;
import org.tieredhdfs.verify.parity.Stage;

/** HBase on both sides, whose clusters run until one does not serve any more. */
public final class HBaseStage implements Stage {
  private final int faults;
  private final Path dir;
  private final ClassPaths classPaths;
  private final Progress progress;
  private final Map<ParitySide, HBaseSide> running = new ConcurrentHashMap<>();

  /**
   * @param faults of each schedule
   * @param dir of both clusters
   */
  public HBaseStage(int faults, Path dir, ClassPaths classPaths, Progress progress) {
    this.faults = faults;
    this.dir = dir;
    this.classPaths = classPaths;
    this.progress = progress;
  }

  @Override
  public String subject() {
    return "hbase, faults: " + faults;
  }

  @Override
  public List<String> lines(long seed) {
    return TableSchedule.random(seed, faults).lines();
  }

  @Override
  public PlayResult play(ParitySide side, long seed, int play)
      throws IOException, ClusterException, InterruptedException {
    HBaseSide cluster = running.get(side);
    if (cluster == null) {
      cluster = HBaseSide.start(dir, classPaths, side);
      running.put(side, cluster);
      progress.done(side.label() + ": HBase, up");
    }
    TableSchedule schedule = TableSchedule.random(seed, faults);
    PlayResult result = new TablePlay(schedule, side, cluster, "p" + seed + "-" + play).run();
    if (result.servingMs() == PlayResult.NEVER_MS) {
      drop(side);
    }
    return result;
  }

  private void drop(ParitySide side) throws IOException, ClusterException {
    HBaseSide cluster = running.remove(side);
    if (cluster != null) {
      cluster.close();
    }
  }

  @Override
  public void close() throws IOException, ClusterException {
    try {
      drop(ParitySide.APACHE);
    } finally {
      drop(ParitySide.OURS);
    }
  }
}
