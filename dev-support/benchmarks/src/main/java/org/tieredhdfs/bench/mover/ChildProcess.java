package org.tieredhdfs.bench.mover;

import java.io.File;
import java.io.IOException;
import java.util.List;
import org.tieredhdfs.localcluster.ClusterView;
import org.tieredhdfs.localcluster.process.ProcessTermination;

/** Tools of Hadoop that run beside the cluster, in a Java of their own. */
final class ChildProcess {
  private static final long END_LIMIT_SEC = 20;

  private ChildProcess() {}

  /**
   * Starts one; what it says is added to a file among the logs of the cluster.
   *
   * @param log name of that file
   */
  static Process start(ClusterView view, String mainClass, List<String> arguments, String log)
      throws IOException {
    File file = view.dirs().logs().resolve(log).toFile();
    return view.tool(mainClass, arguments)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(file))
        .start();
  }

  /** Ends one, by force if it does not go by itself. */
  static void end(Process process) {
    ProcessTermination.of(process, END_LIMIT_SEC);
  }
}
