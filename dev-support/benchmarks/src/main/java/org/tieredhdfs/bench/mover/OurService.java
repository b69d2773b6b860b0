package org.tieredhdfs.bench.mover;

import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.tieredhdfs.localcluster.ClusterView;
import org.tieredhdfs.localcluster.MoverProcess;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.Progress;

/** The file mover's service in its own process; it detects renames itself. */
final class OurService implements Mover {
  private final MoverProcess process;

  OurService(ClusterView view) throws IOException, ClusterException, InterruptedException {
    process = MoverProcess.start(view, Progress.silent());
  }

  @Override
  public void begin(Path directory) {
    // Nothing to request: the service follows the rename.
  }

  @Override
  public void end() {
    // It goes on running.
  }

  @Override
  public void close() {
    process.close();
  }
}
