package org.tieredhdfs.bench.mover;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.Path;
import org.tieredhdfs.bench.Medians;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Side;

/**
 * Measures one case with one mover: from the rename of a directory to another policy until the
 * NameNode knows every replica where it belongs and none elsewhere.
 */
final class MoverRun {
  private static final double MB = 1 << 20;
  private static final double NS_PER_SEC = 1e9;
  private static final long REST_LIMIT_MS = 60_000;
  private static final long POLL_MS = 200;
  private static final long MANY_POLL_MS = 20;

  private final MoverBenchCluster cluster;
  private final MoverCase what;
  private final long limitNs;

  /**
   * @param limitSec after which what is not moved yet stays where it is
   */
  MoverRun(MoverBenchCluster cluster, MoverCase what, int limitSec) {
    this.cluster = cluster;
    this.what = what;
    this.limitNs = TimeUnit.SECONDS.toNanos(limitSec);
  }

  /** What one round told, in seconds and files. */
  private record Round(double sec, double arrivedSec, int satisfied) {}

  BenchmarkCase measure(Mover mover, Side side, int repeat)
      throws IOException, ClusterException, InterruptedException {
    List<Round> rounds = new ArrayList<>();
    Foreground foreground = new Foreground(cluster);
    for (int i = 0; i < what.rounds(); i++) {
      String name = what.name() + "-" + side.label() + "-" + repeat + "-" + i;
      rounds.add(round(name, mover, foreground));
      if (rounds.get(i).satisfied() < what.files()) {
        // The next rounds would run into the time limit, too.
        break;
      }
    }
    return new BenchmarkCase(what.name(), side, repeat, metrics(rounds, mover, foreground));
  }

  private Round round(String name, Mover mover, Foreground foreground)
      throws IOException, ClusterException, InterruptedException {
    Path source = cluster.fill(name, what);
    cluster.place("to-", what.route().to());
    cluster.dropCaches();
    Path directory = source;
    try {
      if (what.hasForeground()) {
        foreground.measureAlone();
        foreground.start();
      }
      long startNs = System.nanoTime();
      directory = cluster.rename(source, what.route());
      mover.begin(directory);
      Round round = await(directory, startNs);
      foreground.stop();
      mover.end();
      return round;
    } finally {
      foreground.stop();
      cluster.fs().delete(directory, true);
      rest();
    }
  }

  private Round await(Path directory, long startNs) throws IOException, InterruptedException {
    double arrivedSec = Double.NaN;
    while (true) {
      Satisfaction now = Satisfaction.of(cluster.fs().getClient(), directory, what.route().type());
      long tookNs = System.nanoTime() - startNs;
      if (Double.isNaN(arrivedSec) && now.arrived() == what.files()) {
        arrivedSec = tookNs / NS_PER_SEC;
      }
      if (now.files() == what.files() || tookNs > limitNs) {
        return new Round(tookNs / NS_PER_SEC, arrivedSec, now.files());
      }
      awaitLast(now, directory, startNs);
    }
  }

  /**
   * Waits for the last file alone: to look at thousands is work for the NameNode, which the movers
   * need, too.
   */
  private void awaitLast(Satisfaction seen, Path directory, long startNs)
      throws IOException, InterruptedException {
    do {
      Thread.sleep(what.files() == 1 ? 1 : MANY_POLL_MS);
    } while (System.nanoTime() - startNs < limitNs
        && !seen.isLastThere(cluster.fs().getClient(), directory, what.route().type()));
  }

  private void rest() throws IOException, InterruptedException {
    long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(REST_LIMIT_MS);
    while (cluster.pendingDeletions() > 0 && System.nanoTime() - endNs < 0) {
      Thread.sleep(POLL_MS);
    }
  }

  private Map<String, Double> metrics(List<Round> rounds, Mover mover, Foreground foreground) {
    double startSec = mover.startSec();
    double sec = median(rounds.stream().map(Round::sec).toList()) - startSec;
    double arrivedSec = median(rounds.stream().map(Round::arrivedSec).toList()) - startSec;
    int satisfied = rounds.stream().mapToInt(Round::satisfied).min().orElse(0);
    Map<String, Double> metrics = new LinkedHashMap<>();
    metrics.put("seconds", sec);
    if (!Double.isNaN(arrivedSec)) {
      metrics.put("newReplicaSeconds", arrivedSec);
    }
    metrics.put("filesPerSec", satisfied / sec);
    metrics.put("mbPerSec", satisfied * what.fileBytes() / MB / sec);
    metrics.put("satisfiedPercent", 100.0 * satisfied / what.files());
    metrics.put("javaStartSeconds", startSec);
    if (what.hasForeground()) {
      metrics.putAll(foreground.metrics());
    }
    return metrics;
  }

  private static double median(List<Double> values) {
    return Medians.of(values.stream().filter(value -> !value.isNaN()).toList());
  }
}
