package org.tieredhdfs.bench.terasort;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.tieredhdfs.bench.experiment.RowRatio;

/** The metrics of a case: of its three jobs, and of where they left their replicas. */
final class TeraFigures {
  private static final List<String> LOCALITY =
      List.of("dataLocalMaps", "rackLocalMaps", "otherLocalMaps");

  private TeraFigures() {}

  /**
   * Those of the jobs.
   *
   * @param phases what the client tells of each, by job
   */
  static Map<String, Double> ofJobs(Map<String, Map<String, Double>> phases) {
    Map<String, Double> metrics = new LinkedHashMap<>();
    phases.forEach((phase, figures) -> metrics.put(phase + "Sec", value(figures, "sec")));
    phases.forEach(
        (phase, figures) -> {
          if (!phase.equals("generate")) {
            LOCALITY.forEach(
                kind -> metrics.put(RowRatio.prefixed(phase, kind), value(figures, kind)));
            if (value(figures, "maps") > 0) {
              metrics.put(
                  phase + "DataLocalPercent",
                  100 * value(figures, "dataLocalMaps") / value(figures, "maps"));
            }
          }
        });
    metrics.put("failedTasks", sum(phases, "failedTasks"));
    metrics.put("tasksCpuSec", sum(phases, "cpuSec"));
    return metrics;
  }

  private static double value(Map<String, Double> figures, String figure) {
    return figures.getOrDefault(figure, 0.0);
  }

  private static double sum(Map<String, Map<String, Double>> phases, String figure) {
    return phases.values().stream().mapToDouble(one -> value(one, figure)).sum();
  }

  /** Where the replicas of all files below a folder are: for each block, the workers with one. */
  static List<List<String>> replicas(FileSystem fs, Path folder) throws IOException {
    List<List<String>> replicas = new ArrayList<>();
    RemoteIterator<LocatedFileStatus> files = fs.listFiles(folder, true);
    while (files.hasNext()) {
      for (BlockLocation block : files.next().getBlockLocations()) {
        replicas.add(List.of(block.getHosts()));
      }
    }
    return replicas;
  }

  /** Replicas on the fullest worker by the mean; 0 without any. */
  static double maxOverMean(List<List<String>> replicas, int workers) {
    Map<String, Integer> counts = new HashMap<>();
    replicas.stream()
        .flatMap(Collection::stream)
        .forEach(name -> counts.merge(name, 1, Integer::sum));
    int sum = counts.values().stream().mapToInt(Integer::intValue).sum();
    int most = counts.values().stream().mapToInt(Integer::intValue).max().orElse(0);
    return sum == 0 ? 0 : (double) most * workers / sum;
  }

  /** Blocks of which two replicas are on one host, so that a lost host takes both with it. */
  static long blocksWithSharedHost(List<List<String>> replicas, WorkerHosts hosts) {
    return replicas.stream()
        .filter(
            block -> {
              Set<Integer> different = block.stream().map(hosts::host).collect(Collectors.toSet());
              return different.size() < block.size();
            })
        .count();
  }
}
