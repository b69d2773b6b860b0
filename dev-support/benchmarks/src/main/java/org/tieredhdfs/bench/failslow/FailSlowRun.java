package org.tieredhdfs.bench.failslow;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.tieredhdfs.linux.CpuTimes;
import org.tieredhdfs.localcluster.media.Volume;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Side;

/**
 * Measures one case on one cluster: clients work, after a while a fault begins and ends, the volume
 * returns, and all that was acknowledged is read again. Used by one thread.
 */
final class FailSlowRun {
  static final long RETURN_LIMIT_MS = 180_000;

  private static final long SETTLE_MS = 5_000;
  private static final long MAX_LEAD_MS = 60_000;
  private static final long PAUSE_MS = 5_000;
  private static final long TAIL_MS = 5_000;

  /** Behind a pause of a process, in which whatever followed from it has to end. */
  private static final long PAUSE_TAIL_MS = 60_000;

  private final FailSlowCluster cluster;
  private final FailSlowCase failSlowCase;
  private final Side side;
  private final long faultMs;
  private final Progress progress;
  private final String name;

  /**
   * @param progress told of what goes on
   * @param name of the measurement, for people
   */
  FailSlowRun(FailSlowCluster cluster, Progress progress, String name) {
    this.cluster = cluster;
    this.failSlowCase = cluster.site().failSlowCase();
    this.side = cluster.site().side();
    this.faultMs = faultMs(failSlowCase, cluster.site().plan().seconds());
    this.progress = progress;
    this.name = name;
  }

  /** How long a fault lasts; a long search for false alarms is one of the heavy load. */
  static long faultMs(FailSlowCase failSlowCase, int seconds) {
    long askedMs = TimeUnit.SECONDS.toMillis(seconds);
    return switch (failSlowCase.fault()) {
      case PAUSE -> PAUSE_MS;
      case SLOW_NODE -> Math.min(askedMs, MAX_LEAD_MS);
      default -> askedMs;
    };
  }

  /** What came of the time in which the clients worked. */
  private record Course(
      FaultWindow window, double returnSec, int restarts, HealthTimeline health) {}

  /** Runs the case; the fault has ended afterwards, however this ends. */
  BenchmarkCase measure(int repeat) throws IOException, ClusterException, InterruptedException {
    try (LoadClient client = LoadClient.start(cluster);
        MoverOfLoad mover = MoverOfLoad.start(cluster)) {
      tell("files to read");
      client.fill();
      if (!cluster.site().keepsPageCache()) {
        cluster.media().dropCaches();
      }
      CpuTimes cpuBefore = CpuTimes.now();
      Course course = course(client);
      double stolenPercent = CpuTimes.now().stolenPercentSince(cpuBefore);
      tell("all that was acknowledged is read again");
      Map<String, Double> verified = client.verify();
      keepOperations(client.operations(), repeat);
      OperationFigures figures =
          OperationFigures.read(client.operations(), course.window(), failSlowCase.load());
      Map<String, Double> metrics = new LinkedHashMap<>(figures.metrics());
      metrics.putAll(verified);
      metrics.putAll(mover.metrics());
      metrics.putAll(metrics(course));
      metrics.put("stolenPercent", stolenPercent);
      return new BenchmarkCase(failSlowCase.name(), side, repeat, metrics, figures.series());
    }
  }

  private void tell(String what) {
    progress.waitingFor(List.of(name + ": " + what));
  }

  private Course course(LoadClient client)
      throws IOException, ClusterException, InterruptedException {
    CacheDropper dropper = CacheDropper.start(cluster.media(), cluster.site().keepsPageCache());
    try {
      client.startUsers();
      tell("clients settle");
      TimeUnit.MILLISECONDS.sleep(SETTLE_MS);
      long leadBeginUs = nowUs();
      tell("before the fault");
      TimeUnit.MILLISECONDS.sleep(Math.min(faultMs, MAX_LEAD_MS));
      Volume target = new BlockOnVolume(cluster).ofWriteAheadLog();
      try (HealthWatch watch = HealthWatch.start(cluster, target)) {
        long faultBeginUs = nowUs();
        suffer(target);
        long faultEndUs = nowUs();
        double returnSec = awaitReturn(target);
        TimeUnit.MILLISECONDS.sleep(
            failSlowCase.fault() == FailSlowFault.PAUSE ? PAUSE_TAIL_MS : TAIL_MS);
        int restarts = cluster.restartHbase();
        tell("clients end");
        client.stopUsers();
        return new Course(
            new FaultWindow(leadBeginUs, faultBeginUs, faultEndUs),
            returnSec,
            restarts,
            watch.finish());
      }
    } finally {
      dropper.close();
    }
  }

  private void suffer(Volume target) throws IOException, ClusterException, InterruptedException {
    tell(failSlowCase.fault() + " of " + target.name());
    FaultInjection fault = FaultInjection.begin(cluster, failSlowCase.fault(), target);
    try {
      TimeUnit.MILLISECONDS.sleep(faultMs);
    } finally {
      fault.close();
    }
  }

  /** Seconds until the volume takes new blocks. */
  private double awaitReturn(Volume target)
      throws IOException, ClusterException, InterruptedException {
    if (failSlowCase.fault() == FailSlowFault.NONE) {
      return 0;
    }
    tell("the return of " + target.name());
    return new ReturnProbe(cluster, target).await(RETURN_LIMIT_MS) / 1_000.0;
  }

  private Map<String, Double> metrics(Course course) throws IOException {
    Map<String, Double> metrics = new LinkedHashMap<>();
    if (failSlowCase.fault() != FailSlowFault.NONE) {
      metrics.put("backInUseSec", course.returnSec());
    }
    metrics.put("hbaseRestarts", (double) course.restarts());
    if (side == Side.OURS) {
      metrics.putAll(course.health().figures(course.window().faultEndUs() / 1_000));
      metrics.putAll(HealthWatch.counters(cluster));
    }
    return metrics;
  }

  /** The cluster takes its logs with it when the next one is started. */
  private void keepOperations(Path log, int repeat) throws IOException {
    Path kept =
        cluster
            .site()
            .plan()
            .out()
            .resolve(
                "operations-" + failSlowCase.name() + "-" + side.label() + "-" + repeat + ".log");
    Files.createDirectories(kept.toAbsolutePath().getParent());
    Files.copy(log, kept, StandardCopyOption.REPLACE_EXISTING);
  }

  private static long nowUs() {
    return TimeUnit.MILLISECONDS.toMicros(System.currentTimeMillis());
  }
}
