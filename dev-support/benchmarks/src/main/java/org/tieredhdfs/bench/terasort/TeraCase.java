package org.tieredhdfs.bench.terasort;

import java.util.ArrayList;
import java.util.List;

/**
 * One case: {@code rep3-workers4}.
 *
 * @param replication of all files
 * @param workersPerHost pairs of a DataNode and a NodeManager on a host, which share its volumes
 */
record TeraCase(int replication, int workersPerHost) {
  private static final List<Integer> REPLICATIONS = List.of(3, 1);
  private static final List<String> ALL = List.of("all");

  String name() {
    return "rep" + replication + "-workers" + workersPerHost;
  }

  /**
   * All cases, those that share a cluster behind each other.
   *
   * @param workers numbers of workers on a host
   */
  static List<TeraCase> all(List<Integer> workers) {
    List<TeraCase> cases = new ArrayList<>();
    for (int count : workers) {
      for (int replication : REPLICATIONS) {
        cases.add(new TeraCase(replication, count));
      }
    }
    return cases;
  }

  /**
   * Those asked for.
   *
   * @param names empty or {@code all} for all of them
   * @throws IllegalArgumentException if a name is of none
   */
  static List<TeraCase> named(List<String> names, List<Integer> workers) {
    List<TeraCase> all = all(workers);
    if (names.isEmpty() || names.equals(ALL)) {
      return all;
    }
    List<String> known = all.stream().map(TeraCase::name).toList();
    for (String name : names) {
      if (!known.contains(name)) {
        throw new IllegalArgumentException(
            "--cases: there is no '" + name + "'; there are " + String.join(", ", known));
      }
    }
    return all.stream().filter(one -> names.contains(one.name())).toList();
  }
}
