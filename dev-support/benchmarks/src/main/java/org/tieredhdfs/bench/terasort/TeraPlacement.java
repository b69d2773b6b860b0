package org.tieredhdfs.bench.terasort;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.tieredhdfs.bench.terasort.yarn.WorkerHosts;

/**
 * Where the replicas of files are.
 *
 * @param replicas for each block, the workers that have one
 */
record TeraPlacement(List<List<String>> replicas) {

  /** That of all files below a folder. */
  static TeraPlacement of(FileSystem fs, Path folder) throws IOException {
    List<List<String>> replicas = new ArrayList<>();
    RemoteIterator<LocatedFileStatus> files = fs.listFiles(folder, true);
    while (files.hasNext()) {
      LocatedFileStatus file = files.next();
      for (BlockLocation block : file.getBlockLocations()) {
        replicas.add(List.of(block.getHosts()));
      }
    }
    return new TeraPlacement(replicas);
  }

  /** Replicas on the fullest worker by the mean; 0 without any. */
  double maxOverMean(int workers) {
    Map<String, Integer> counts = new HashMap<>();
    replicas.stream()
        .flatMap(Collection::stream)
        .forEach(name -> counts.merge(name, 1, Integer::sum));
    int sum = counts.values().stream().mapToInt(Integer::intValue).sum();
    int most = counts.values().stream().mapToInt(Integer::intValue).max().orElse(0);
    return sum == 0 ? 0 : (double) most * workers / sum;
  }

  /** Blocks of which two replicas are on one host, so that a lost host takes both with it. */
  long blocksWithSharedHost(WorkerHosts hosts) {
    Map<String, Integer> hostOf = new HashMap<>();
    for (int i = 0; i < hosts.workers(); i++) {
      hostOf.put(hosts.name(i), hosts.host(i));
    }
    return replicas.stream()
        .filter(
            block ->
                new HashSet<>(block.stream().map(name -> hostOf.getOrDefault(name, -1)).toList())
                        .size()
                    < block.size())
        .count();
  }
}
