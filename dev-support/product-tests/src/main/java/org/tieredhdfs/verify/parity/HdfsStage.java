package org.tieredhdfs.verify.parity;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.localcluster.spec.ClassPaths;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.localcluster.spec.Role;
import org.tieredhdfs.verify.fixture.TestedCluster;

/** HDFS on both sides; another shape of clusters takes others. */
public final class HdfsStage extends Stage<TestedCluster> {
  private final ParityPlan plan;
  private final Path dir;
  private final ClassPaths classPaths;
  private @Nullable Shape shape;

  /**
   * @param dir of both clusters
   */
  public HdfsStage(ParityPlan plan, Path dir, ClassPaths classPaths, Progress progress) {
    super(progress);
    this.plan = plan;
    this.dir = dir;
    this.classPaths = classPaths;
  }

  @Override
  public String subject() {
    return plan.subject();
  }

  @Override
  public List<String> lines(long seed) {
    return plan.schedule(seed).lines();
  }

  @Override
  protected String title(long seed) {
    return plan.shape(seed).toString();
  }

  @Override
  protected synchronized void prepare(long seed) throws IOException, ClusterException {
    if (!plan.shape(seed).equals(shape)) {
      close();
      shape = plan.shape(seed);
    }
  }

  /** On our side, the mover's service is there where there is more than one type. */
  @Override
  protected TestedCluster start(ParitySide side, long seed)
      throws IOException, ClusterException, InterruptedException {
    Path own = dir.resolve(side.label());
    Shape wanted = plan.shape(seed);
    ClusterSpec.Builder spec = wanted.spec(own, classPaths, side);
    TestedCluster.classes("verify-parity-" + side.label(), Shape.SMALL.spec(own, classPaths, side))
        .ifPresent(archive -> spec.classArchive(Role.DATANODE, archive));
    return TestedCluster.start(
        spec.build(),
        side.clientSettings(),
        side == ParitySide.OURS && wanted.hasFlash(),
        Progress.silent());
  }

  @Override
  protected void end(TestedCluster cluster) throws IOException, ClusterException {
    cluster.close();
  }

  /** Has DataNodes forget afterwards what a play did to their volumes. */
  @Override
  protected PlayResult play(TestedCluster cluster, ParitySide side, long seed, int play)
      throws IOException, ClusterException, InterruptedException {
    Schedule<ClientStep, Fault> schedule = plan.schedule(seed);
    boolean hasFlash = plan.shape(seed).hasFlash();
    PlayResult result = new Play(schedule, side, cluster, hasFlash, seed + "-" + play).run();
    if (result.servingMs() != PlayResult.NEVER_MS
        && schedule.faults().stream().anyMatch(Fault::isRemembered)) {
      cluster.kill(cluster.machines());
      cluster.control().startAll(cluster.machines());
    }
    return result;
  }
}
