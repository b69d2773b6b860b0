package org.tieredhdfs.tools.bench.mover;

import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.tieredhdfs.tools.cluster.ClusterException;
import org.tieredhdfs.tools.cluster.ClusterView;
import org.tieredhdfs.tools.cluster.MoverProcess;
import org.tieredhdfs.tools.cluster.Progress;

/** Our mover's service in a process of its own, which hears of renames by itself. */
final class OurService implements Mover {
  private final MoverProcess process;

  OurService(ClusterView view) throws IOException, ClusterException, InterruptedException {
    process = MoverProcess.start(view, Progress.silent());
  }

  @Override
  public void begin(Path directory) {
    // It has seen the rename.
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
