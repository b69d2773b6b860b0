package org.tieredhdfs.bench.failslow;

import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.localcluster.MoverProcess;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.report.Side;

/**
 * The file mover's service beside a load that renames files to where another policy applies; none
 * beside others.
 */
final class MoverOfLoad implements AutoCloseable {
  private final @Nullable MoverProcess process;

  private MoverOfLoad(@Nullable MoverProcess process) {
    this.process = process;
  }

  static MoverOfLoad start(FailSlowCluster cluster)
      throws IOException, ClusterException, InterruptedException {
    boolean isNeeded =
        cluster.site().failSlowCase().load().moves() && cluster.site().side() == Side.OURS;
    return new MoverOfLoad(isNeeded ? MoverProcess.start(cluster.view(), Progress.silent()) : null);
  }

  /**
   * What it has moved so far.
   *
   * @throws IOException if it has ended
   */
  Map<String, Double> metrics() throws IOException {
    return process == null
        ? Map.of()
        : Map.of("movedBytes", process.figures().path("bytesMoved").asDouble());
  }

  @Override
  public void close() {
    if (process != null) {
      process.close();
    }
  }
}
