package org.tieredhdfs.verify.parity;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.localcluster.MoverProcess;
import org.tieredhdfs.localcluster.spec.ClassArchive;
import org.tieredhdfs.localcluster.spec.ClassPaths;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.localcluster.spec.Role;
import org.tieredhdfs.verify.hdfs.EmulatedHdfs;

/** HDFS on both sides, whose clusters run until one is unhealthy or another shape is wanted. */
public final class ParityPair implements Stage {
  private final ParityPlan plan;
  private final Path dir;
  private final Path archives;
  private final ClassPaths classPaths;
  private final Progress progress;
  private final Map<ParitySide, EmulatedHdfs> running = new ConcurrentHashMap<>();
  private @Nullable Shape shape;

  /** On our side, where there is more than one type. */
  private volatile @Nullable MoverProcess mover;

  /**
   * @param dir of both clusters
   * @param archives folder for the classes of DataNodes, which outlasts the clusters
   */
  public ParityPair(
      ParityPlan plan, Path dir, Path archives, ClassPaths classPaths, Progress progress) {
    this.plan = plan;
    this.dir = dir;
    this.archives = archives;
    this.classPaths = classPaths;
    this.progress = progress;
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
  public PlayResult play(ParitySide side, long seed, int play)
      throws IOException, ClusterException, InterruptedException {
    Shape shape = plan.shape(seed);
    Schedule schedule = plan.schedule(seed);
    EmulatedHdfs hdfs = of(side, shape);
    PlayResult result = new Play(schedule, side, hdfs, shape.hasFlash(), seed + "-" + play).run();
    if (result.servingMs() == PlayResult.NEVER_MS) {
      drop(side);
    } else if (schedule.faults().stream().anyMatch(Fault::isRemembered)) {
      renew(side);
    }
    return result;
  }

  /** The cluster of a side in this shape; it runs. */
  private EmulatedHdfs of(ParitySide side, Shape wanted)
      throws IOException, ClusterException, InterruptedException {
    useShape(wanted);
    EmulatedHdfs hdfs = running.get(side);
    if (hdfs == null) {
      hdfs = start(side, wanted);
      running.put(side, hdfs);
    }
    return hdfs;
  }

  private synchronized void useShape(Shape wanted) throws IOException, ClusterException {
    if (!wanted.equals(shape)) {
      close();
      shape = wanted;
    }
  }

  private EmulatedHdfs start(ParitySide side, Shape wanted)
      throws IOException, ClusterException, InterruptedException {
    Path own = dir.resolve(side.label());
    Optional<ClassArchive> classes =
        EmulatedHdfs.classes(
            archives,
            "verify-parity-" + side.label(),
            new Shape(1, "DISK=1", "DISK=1", false).spec(own, classPaths, side),
            Progress.silent());
    ClusterSpec.Builder builder = wanted.spec(own, classPaths, side);
    classes.ifPresent(archive -> builder.classArchive(Role.DATANODE, archive));
    EmulatedHdfs hdfs = EmulatedHdfs.start(builder, side.clientSettings(), Progress.silent());
    if (side == ParitySide.OURS && wanted.hasFlash()) {
      try {
        mover = MoverProcess.start(hdfs.view(), Progress.silent());
      } catch (IOException | ClusterException | InterruptedException | RuntimeException e) {
        hdfs.close();
        throw e;
      }
    }
    progress.done(side.label() + ": " + wanted + ", up");
    return hdfs;
  }

  /** Has the DataNodes of a side forget what earlier plays did to their volumes. */
  private void renew(ParitySide side) throws IOException, ClusterException {
    EmulatedHdfs hdfs = running.get(side);
    if (hdfs != null) {
      hdfs.kill(hdfs.machines());
      hdfs.start(hdfs.machines());
    }
  }

  /** Ends the cluster of a side: the next play gets another. */
  private void drop(ParitySide side) throws IOException, ClusterException {
    MoverProcess service = mover;
    if (side == ParitySide.OURS && service != null) {
      service.close();
      mover = null;
    }
    EmulatedHdfs hdfs = running.remove(side);
    if (hdfs != null) {
      hdfs.close();
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
