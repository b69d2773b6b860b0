package org.tieredhdfs.bench.mover;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.bench.Medians;
import org.tieredhdfs.bench.experiment.Outcome;
import org.tieredhdfs.localcluster.spec.ClusterException;
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

  private final MoverSite cluster;
  private final FileSystem fs;
  private final MoverCase what;
  private final long limitNs;
  private final Foreground foreground;

  /**
   * @param limitSec after which what is not moved yet stays where it is
   */
  MoverRun(MoverSite cluster, MoverCase what, int limitSec) {
    this.cluster = cluster;
    this.fs = cluster.hdfs().fs();
    this.what = what;
    this.limitNs = TimeUnit.SECONDS.toNanos(limitSec);
    this.foreground = new Foreground(cluster);
  }

  /**
   * What one round told.
   *
   * @param arrivedSec NaN if not all files have arrived
   */
  private record Round(double sec, double arrivedSec, int satisfied) {}

  Outcome measure(Side side, int repeat)
      throws IOException, ClusterException, InterruptedException {
    List<Round> rounds = new ArrayList<>();
    try (Mover mover =
        what.isRename() ? new Mover.OurService(cluster.hdfs().view()) : Mover.of(side, cluster)) {
      for (int i = 0; i < what.rounds(); i++) {
        String name = what.name() + "-" + side.label() + "-" + repeat + "-" + i;
        rounds.add(round(name, mover));
        if (rounds.get(i).satisfied() < what.files()) {
          // the next rounds would run into the time limit, too
          break;
        }
      }
      return Outcome.of(metrics(rounds, mover.startSec()));
    }
  }

  private Round round(String name, Mover mover)
      throws IOException, ClusterException, InterruptedException {
    Path directory = cluster.fill(name, what);
    cluster.place("to-", what.route().to());
    // brings to the devices what was written
    cluster.hdfs().media().dropCaches();
    try {
      if (what.hasForeground()) {
        foreground.measureAlone();
        foreground.start();
      }
      long startNs = System.nanoTime();
      Path target = new Path(cluster.place("to-", what.route().to()), name);
      if (!fs.rename(directory, target)) {
        throw new IOException(directory + " could not be renamed to " + target);
      }
      directory = target;
      mover.begin(directory);
      Round round = await(directory, startNs);
      foreground.stop();
      mover.end();
      return round;
    } finally {
      foreground.stop();
      fs.delete(directory, true);
      rest();
    }
  }

  /**
   * How many files of a directory are in place, according to the NameNode.
   *
   * @param satisfied that have as many replicas as they should, all of the wanted type
   * @param arrived that have a replica of the wanted type, whatever else there is of them
   * @param last the last one, by name, that has not arrived, or else that is not satisfied
   */
  private record Placed(int satisfied, int arrived, @Nullable Path last) {}

  private Placed look(Path directory) throws IOException {
    int satisfied = 0;
    int arrived = 0;
    Path lastToSatisfy = null;
    Path lastToArrive = null;
    RemoteIterator<LocatedFileStatus> files = fs.listLocatedStatus(directory);
    while (files.hasNext()) {
      LocatedFileStatus file = files.next();
      if (areInPlace(file.getBlockLocations(), true)) {
        satisfied++;
      } else {
        lastToSatisfy = file.getPath();
      }
      if (areInPlace(file.getBlockLocations(), false)) {
        arrived++;
      } else {
        lastToArrive = file.getPath();
      }
    }
    return new Placed(satisfied, arrived, lastToArrive == null ? lastToSatisfy : lastToArrive);
  }

  /**
   * Whether each block has all its replicas on the wanted type.
   *
   * @param alone whether there must be no others
   */
  private boolean areInPlace(BlockLocation[] blocks, boolean alone) {
    return Arrays.stream(blocks)
        .map(BlockLocation::getStorageTypes)
        .allMatch(
            types ->
                (!alone || types.length == what.replicas())
                    && Arrays.stream(types)
                            .filter(type -> type.name().equals(what.route().type()))
                            .count()
                        >= what.replicas());
  }

  private Round await(Path directory, long startNs) throws IOException, InterruptedException {
    double arrivedSec = Double.NaN;
    while (true) {
      Placed placed = look(directory);
      long tookNs = System.nanoTime() - startNs;
      boolean haveArrived = placed.arrived() == what.files();
      if (Double.isNaN(arrivedSec) && haveArrived) {
        arrivedSec = tookNs / NS_PER_SEC;
      }
      if (placed.satisfied() == what.files() || tookNs > limitNs) {
        return new Round(tookNs / NS_PER_SEC, arrivedSec, placed.satisfied());
      }
      awaitLast(placed.last(), haveArrived, startNs);
    }
  }

  /**
   * Waits for the last file alone: to look at thousands is work for the NameNode, which the movers
   * need, too.
   */
  private void awaitLast(@Nullable Path last, boolean haveArrived, long startNs)
      throws IOException, InterruptedException {
    boolean isThere = false;
    while (!isThere && System.nanoTime() - startNs < limitNs) {
      Thread.sleep(what.files() == 1 ? 1 : MANY_POLL_MS);
      BlockLocation[] blocks =
          last == null ? new BlockLocation[0] : fs.getFileBlockLocations(last, 0, what.fileBytes());
      isThere = areInPlace(blocks, haveArrived);
    }
  }

  private void rest() throws IOException, InterruptedException {
    long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(REST_LIMIT_MS);
    while (cluster.hdfs().pendingDeletions() > 0 && System.nanoTime() - endNs < 0) {
      Thread.sleep(POLL_MS);
    }
  }

  private Map<String, Double> metrics(List<Round> rounds, double startSec) {
    double sec = median(rounds, Round::sec) - startSec;
    double arrivedSec = median(rounds, Round::arrivedSec) - startSec;
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
      foreground.putInto(metrics);
    }
    return metrics;
  }

  private static double median(List<Round> rounds, ToDoubleFunction<Round> figure) {
    return Medians.of(
        rounds.stream().mapToDouble(figure).filter(one -> !Double.isNaN(one)).boxed().toList());
  }
}
