package org.tieredhdfs.bench.dfsio;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.bench.BenchPlan;
import org.tieredhdfs.bench.experiment.BenchOptions;
import org.tieredhdfs.bench.experiment.Experiment;
import org.tieredhdfs.bench.experiment.RowMedians;
import org.tieredhdfs.bench.experiment.RowRatio;
import org.tieredhdfs.bench.write.WriteMedia;
import org.tieredhdfs.bench.write.process.StartedParts;
import org.tieredhdfs.localcluster.media.MediaProfile;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Side;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Writes and reads files in the patterns of DFSIO on memory, SSDs and hard disks. */
@Command(
    name = "dfsio",
    sortOptions = false,
    description = {
      "Repeats the DFSIO part of the study of flash arrays of 2013, scaled to one machine with"
          + " emulated media (root, Linux 6.2): writes, and reads in sequence, at random,"
          + " backward and with skips, with few and many threads, with and without read-ahead, on"
          + " memory, SSDs and hard disks, with Apache Hadoop and with this project.",
      "A case is called ssd-random-12, or ssd-random-12-noreadahead; --cases also takes the"
          + " beginnings of names, such as ssd or hdd-random. --seconds means nothing here. A run"
          + " that was interrupted goes on with --resume."
    })
public final class Dfsio extends Experiment<DfsioCase> {
  static final String RATIO = "mbRatio";
  static final String STUDY_RATIO = "studyMbRatio";
  private static final String RATE = "mbPerSec";

  /** Until a DataNode and a client on two cores have most of their code compiled. */
  private static final int WARM_UP_SEC = 20;

  @Option(
      names = "--scale",
      paramLabel = "S",
      description =
          "which fraction of a file of the study, 9,600 MB, a file has; default: 1/1200, with"
              + " --quick 1/2400")
  private @Nullable Double data;

  @Option(
      names = "--threads",
      paramLabel = "N[,...]",
      split = ",",
      description =
          "how many threads, each with a file of its own; default: 3,12,72, with --quick 12")
  private @Nullable List<Integer> threads;

  public Dfsio() {
    super(
        new BenchOptions("dfsio", new BenchOptions.Defaults(1, 1, 1)),
        DfsioCase::name,
        RATE,
        "p99Us",
        "cpuSecPerGb",
        RATIO,
        STUDY_RATIO);
  }

  private DfsioScale dfsioScale() {
    DfsioScale usual = isQuick() ? DfsioScale.QUICK : DfsioScale.USUAL;
    return new DfsioScale(or(data, usual.data()), usual.files(), or(threads, usual.threads()));
  }

  @Override
  protected List<DfsioCase> cases() {
    return DfsioCase.all(dfsioScale().threads());
  }

  @Override
  protected String clusterOf(DfsioCase one) {
    return one.media().toString();
  }

  @Override
  protected boolean keepsAllSidesUp() {
    return true;
  }

  @Override
  protected String scale(BenchPlan plan) {
    return dfsioScale().text();
  }

  @Override
  protected Map<String, MediaProfile> profiles(List<DfsioCase> asked) {
    Map<String, MediaProfile> profiles = new LinkedHashMap<>();
    asked.forEach(one -> profiles.putAll(one.media().profiles()));
    return profiles;
  }

  @Override
  protected Place<DfsioCase> open(Setting<DfsioCase> setting)
      throws IOException, ClusterException, InterruptedException {
    Map<Side, DfsioCluster> clusters = new EnumMap<>(Side.class);
    StartedParts started = new StartedParts();
    WriteMedia media = setting.first().media();
    boolean isUp = false;
    try {
      for (Side side : setting.sides()) {
        DfsioCluster cluster =
            new DfsioCluster(setting.plan(), dfsioScale(), media, setting.pace(), side);
        started.add(cluster::close);
        setting
            .progress()
            .waitingFor(List.of("the files to read on " + media + ", " + side.label()));
        cluster.prepare(isQuick() ? 0 : WARM_UP_SEC);
        clusters.put(side, cluster);
      }
      isUp = true;
    } finally {
      if (!isUp) {
        started.close();
      }
    }
    return Place.on(
        started::close,
        (one, side, repeat) -> Objects.requireNonNull(clusters.get(side)).measure(one, repeat));
  }

  /**
   * The study's ratios of flash arrays to hard disks beside those of SSDs to hard disks here, each
   * at the number of threads and the read-ahead at which it is fastest: a row for each pattern that
   * was measured on both media, by medians of the repeats.
   */
  @Override
  protected List<BenchmarkCase> compared(List<BenchmarkCase> rows) {
    List<BenchmarkCase> comparisons = new ArrayList<>();
    for (DfsioPattern pattern : DfsioPattern.values()) {
      for (Side side : BenchOptions.BOTH) {
        Optional<String> ssd = fastest(rows, WriteMedia.SSD, pattern, side);
        Optional<String> hdd = fastest(rows, WriteMedia.HDD, pattern, side);
        ssd.flatMap(of -> hdd.flatMap(to -> RowRatio.of(rows, of, to, side, RATE)))
            .ifPresent(
                found -> {
                  Map<String, Double> metrics = new LinkedHashMap<>();
                  found.putInto(metrics, RATIO);
                  metrics.put(STUDY_RATIO, ofStudy(pattern));
                  comparisons.add(
                      new BenchmarkCase("ssd / hdd, " + pattern.label(), side, 1, metrics));
                });
      }
    }
    return comparisons;
  }

  private static double ofStudy(DfsioPattern pattern) {
    return switch (pattern) {
      case WRITE -> 2.5;
      case SEQUENTIAL -> 7;
      // given as one, "random read": 1,600 to 300 MB/s
      case RANDOM, BACKWARD, SKIP -> 1600 / 300.0;
    };
  }

  /** The name of the case with the greatest median. */
  private static Optional<String> fastest(
      List<BenchmarkCase> rows, WriteMedia media, DfsioPattern pattern, Side side) {
    return rows.stream()
        .flatMap(row -> DfsioCase.parse(row.name()).stream())
        .distinct()
        .filter(one -> one.media() == media && one.pattern() == pattern)
        .map(DfsioCase::name)
        .filter(name -> Double.isFinite(RowMedians.of(rows, name, side, RATE)))
        .max(Comparator.comparingDouble(name -> RowMedians.of(rows, name, side, RATE)));
  }
}
