package org.tieredhdfs.verify.parity.hbase;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.tieredhdfs.localcluster.spec.ClassPaths;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.verify.parity.ParitySide;
import org.tieredhdfs.verify.parity.PlayResult;
import org.tieredhdfs.verify.parity.Stage;

/** HBase on both sides. */
public final class HBaseStage extends Stage<HBaseSide> {
  private final int faults;
  private final Path dir;
  private final ClassPaths classPaths;

  /**
   * @param faults of each schedule
   * @param dir of both clusters
   */
  public HBaseStage(int faults, Path dir, ClassPaths classPaths, Progress progress) {
    super(progress);
    this.faults = faults;
    this.dir = dir;
    this.classPaths = classPaths;
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
  protected String title(long seed) {
    return "HBase";
  }

  @Override
  protected HBaseSide start(ParitySide side, long seed)
      throws IOException, ClusterException, InterruptedException {
    return HBaseSide.start(dir, classPaths, side);
  }

  @Override
  protected void end(HBaseSide side) throws IOException, ClusterException {
    side.cluster().close();
  }

  @Override
  protected PlayResult play(HBaseSide cluster, ParitySide side, long seed, int play)
      throws IOException, ClusterException, InterruptedException {
    String name = "p" + seed + "-" + play;
    return new TablePlay(TableSchedule.random(seed, faults), side, cluster, name).run();
  }
}
