package org.tieredhdfs.localcluster.cli;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.tieredhdfs.localcluster.process.Teardown;
import org.tieredhdfs.localcluster.spec.ClusterDirs;
import org.tieredhdfs.localcluster.spec.ClusterException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Ends a cluster, whatever state it is in. */
@Command(
    name = "down",
    sortOptions = false,
    description = {
      "Ends every process of the cluster in D, unmounts and detaches its volumes and removes its"
          + " data; the logs stay.",
      "It can be run at any time and repeated, even after a crash of 'up' or of"
          + " itself, or without a cluster."
    })
public final class DownCommand implements Callable<Integer> {
  @Mixin ClusterOption cluster;

  @Option(
      names = "--keep-data",
      description =
          "keep what lies in files, to look into; it cannot be started again, and what lay in"
              + " memory is lost")
  private boolean keepData;

  @Override
  public Integer call() throws IOException, ClusterException {
    ClusterDirs dirs = cluster.dirs();
    ConsoleProgress progress = ConsoleProgress.onStandardError();
    try {
      Teardown.Result result = new Teardown(dirs, progress).run(keepData);
      progress.clear();
      System.out.printf(
          "%s: ended %d processes, unmounted %d file systems, detached %d loop devices%n",
          dirs.dir(), result.processes(), result.mounts(), result.loops());
    } finally {
      progress.clear();
    }
    return 0;
  }
}
