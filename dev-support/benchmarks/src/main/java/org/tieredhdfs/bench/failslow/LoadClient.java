package org.tieredhdfs.bench.failslow;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.tieredhdfs.bench.failslow.client.FailSlowClient;
import org.tieredhdfs.bench.write.process.Request;
import org.tieredhdfs.bench.write.process.WorkerProcess;
import org.tieredhdfs.localcluster.ClusterView;

/** The clients of a case, with stock jars on both sides, in a process of their own. */
final class LoadClient implements AutoCloseable {
  private static final String NAME = "failslow-client";

  private final WorkerProcess process;
  private final Path operations;
  private final FailSlowLoad load;

  private LoadClient(WorkerProcess process, Path operations, FailSlowLoad load) {
    this.process = process;
    this.operations = operations;
    this.load = load;
  }

  static LoadClient start(FailSlowCluster cluster) throws IOException {
    ClusterView view = cluster.view();
    FailSlowSite site = cluster.site();
    String classPath = site.plan().classPaths().stock() + ":" + WorkerProcess.programs();
    WorkerProcess process =
        WorkerProcess.start(view, NAME, view.dirs().conf(), classPath, FailSlowClient.class);
    return new LoadClient(
        process, view.dirs().logs().resolve("operations.log"), site.failSlowCase().load());
  }

  /** Writes the files that will be read. */
  void fill() throws IOException, InterruptedException {
    process.ask(FailSlowLoad.fill(FailSlowLoad.ROOT));
    process.ask(FailSlowLoad.fill(FailSlowLoad.OTHER_ROOT));
  }

  /** Starts all users. */
  void startUsers() throws IOException, InterruptedException {
    process.ask(load.start(operations));
  }

  /** Ends all users. */
  void stopUsers() throws IOException, InterruptedException {
    Map<String, Double> stopped = process.ask(Request.of("stop"));
    double stuck = stopped.getOrDefault("stuck", 0.0);
    if (stuck > 0) {
      throw new IOException(
          String.format("%.0f clients are stuck although the fault has ended", stuck));
    }
  }

  /** What was acknowledged, and what of it is not there. */
  Map<String, Double> verify() throws IOException, InterruptedException {
    return process.ask(Request.of("verify"));
  }

  /** The log of what the users did. */
  Path operations() {
    return operations;
  }

  @Override
  public void close() {
    process.close();
  }
}
