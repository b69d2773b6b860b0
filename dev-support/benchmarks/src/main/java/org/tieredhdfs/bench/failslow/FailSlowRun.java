package org.tieredhdfs.bench.failslow;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.bench.BenchPlan;
import org.tieredhdfs.bench.PacedLoop;
import org.tieredhdfs.bench.experiment.Outcome;
import org.tieredhdfs.bench.failslow.client.FailSlowClient;
import org.tieredhdfs.bench.write.process.Request;
import org.tieredhdfs.bench.write.process.StartedParts;
import org.tieredhdfs.bench.write.process.WorkerProcess;
import org.tieredhdfs.localcluster.ClusterView;
import org.tieredhdfs.localcluster.MoverProcess;
import org.tieredhdfs.localcluster.media.Media;
import org.tieredhdfs.localcluster.media.Volume;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.report.Side;

/**
 * Measures one case on one cluster: clients work, after a while a fault begins and ends, the volume
 * returns, and all that was acknowledged is read again. Used by one thread.
 */
final class FailSlowRun {
  private static final long RETURN_LIMIT_MS = 180_000;
  private static final long SETTLE_MS = 5_000;
  private static final long MAX_LEAD_MS = 60_000;
  private static final long PAUSE_MS = 5_000;
  private static final long TAIL_MS = 5_000;
  private static final long DROP_CACHES_MS = 1_000;

  /** Behind a pause of a process, in which whatever followed from it has to end. */
  private static final long PAUSE_TAIL_MS = 60_000;

  private final FailSlowCluster cluster;
  private final FailSlow.Case one;
  private final BenchPlan plan;
  private final boolean keepsPageCache;
  private final Progress progress;
  private final long faultMs;

  /**
   * @param progress told of what goes on
   */
  FailSlowRun(FailSlowCluster cluster, BenchPlan plan, boolean keepsPageCache, Progress progress) {
    this.cluster = cluster;
    this.one = cluster.one();
    this.plan = plan;
    this.keepsPageCache = keepsPageCache;
    this.progress = progress;
    faultMs = faultMs(one, plan.seconds());
  }

  /** How long a fault lasts; a long search for false alarms is one of the heavy load. */
  static long faultMs(FailSlow.Case one, int seconds) {
    long askedMs = TimeUnit.SECONDS.toMillis(seconds);
    return switch (one.fault()) {
      case PAUSE -> PAUSE_MS;
      case SLOW_NODE -> Math.min(askedMs, MAX_LEAD_MS);
      default -> askedMs;
    };
  }

  /** The clients, with stock jars on both sides, in a process of their own. */
  private WorkerProcess startClient() throws IOException {
    ClusterView view = cluster.hdfs().view();
    String classPath = plan.classPaths().stock() + ":" + WorkerProcess.programs();
    return WorkerProcess.start(
        view, "failslow-client", view.dirs().conf(), classPath, FailSlowClient.class);
  }

  /** The file mover's service, beside a load that renames files to where another policy applies. */
  private @Nullable MoverProcess startMover()
      throws IOException, ClusterException, InterruptedException {
    return one.load().moves() && cluster.side() == Side.OURS
        ? MoverProcess.start(cluster.hdfs().view(), Progress.silent())
        : null;
  }

  /** Runs the case; the fault has ended afterwards, however this ends. */
  Outcome measure(int repeat) throws IOException, ClusterException, InterruptedException {
    Path operations = cluster.hdfs().view().dirs().logs().resolve("operations.log");
    Map<String, Double> metrics = new LinkedHashMap<>();
    try (WorkerProcess client = startClient();
        MoverProcess mover = startMover()) {
      tell("files to read");
      client.ask(Request.of("fill"));
      if (!keepsPageCache) {
        cluster.hdfs().media().dropCaches();
      }
      OperationFigures.Window window = work(client, operations, metrics);
      tell("all that was acknowledged is read again");
      metrics.putAll(client.ask(Request.of("verify")));
      keep(operations, repeat);
      OperationFigures figures = OperationFigures.read(operations, window, one.load());
      metrics.putAll(figures.metrics());
      if (mover != null) {
        metrics.put("movedBytes", mover.figures().path("bytesMoved").asDouble());
      }
      if (cluster.side() == Side.OURS) {
        metrics.putAll(HealthWatch.counters(cluster));
      }
      return new Outcome(metrics, figures.series(), Map.of(), List.of());
    }
  }

  private void tell(String what) {
    progress.waitingFor(List.of(one.name() + " on " + cluster.side().label() + ": " + what));
  }

  private OperationFigures.Window work(
      WorkerProcess client, Path operations, Map<String, Double> metrics)
      throws IOException, ClusterException, InterruptedException {
    PacedLoop dropper = startDropper();
    try {
      client.ask(Request.of("start").with("load", one.load().name()).with("log", operations));
      tell("clients settle");
      TimeUnit.MILLISECONDS.sleep(SETTLE_MS);
      long leadBeginUs = nowUs();
      tell("before the fault");
      TimeUnit.MILLISECONDS.sleep(Math.min(faultMs, MAX_LEAD_MS));
      Volume target = new BlockOnVolume(cluster).ofWriteAheadLog();
      try (HealthWatch watch = new HealthWatch(cluster, target)) {
        long faultBeginUs = nowUs();
        tell(one.fault() + " of " + target.name());
        StartedParts fault = one.fault().begin(cluster.hdfs(), target);
        try {
          TimeUnit.MILLISECONDS.sleep(faultMs);
        } finally {
          fault.close();
        }
        long faultEndUs = nowUs();
        if (one.fault() != FailSlowFault.NONE) {
          tell("the return of " + target.name());
          long returnMs = new ReturnProbe(cluster, target).await(RETURN_LIMIT_MS);
          metrics.put("backInUseSec", returnMs / 1_000.0);
        }
        TimeUnit.MILLISECONDS.sleep(one.fault() == FailSlowFault.PAUSE ? PAUSE_TAIL_MS : TAIL_MS);
        metrics.put("hbaseRestarts", (double) cluster.restartHbase());
        tell("clients end");
        double stuck = client.ask(Request.of("stop")).getOrDefault("stuck", 0.0);
        if (stuck > 0) {
          throw new IOException(
              String.format("%.0f clients are stuck although the fault has ended", stuck));
        }
        if (cluster.side() == Side.OURS) {
          metrics.putAll(watch.finish().figures(faultEndUs / 1_000));
        }
        return new OperationFigures.Window(leadBeginUs, faultBeginUs, faultEndUs);
      }
    } finally {
      dropper.close();
    }
  }

  /**
   * Empties the page cache each second, so that what is read comes from the devices. One that waits
   * for a device that hangs does not drop any more until the fault ends.
   */
  private PacedLoop startDropper() throws ClusterException {
    Media media = cluster.hdfs().media();
    return PacedLoop.start(
        "drop caches",
        DROP_CACHES_MS,
        number -> {
          if (!keepsPageCache) {
            media.dropCleanCaches();
          }
        });
  }

  /** The cluster takes its logs with it when the next one is started. */
  private void keep(Path log, int repeat) throws IOException {
    String name = "operations-" + one.name() + "-" + cluster.side().label() + "-" + repeat + ".log";
    Files.createDirectories(plan.out());
    Files.copy(log, plan.out().resolve(name), StandardCopyOption.REPLACE_EXISTING);
  }

  private static long nowUs() {
    return TimeUnit.MILLISECONDS.toMicros(System.currentTimeMillis());
  }
}
