package org.tieredhdfs.bench.terasort;

import java.util.ArrayList;
import java.util.List;
import org.tieredhdfs.bench.rows.CaseNames;

/**
 * One case: {@code rep3-workers4}.
 *
 * @param replication of all files
 * @param workersPerHost pairs of a DataNode and a NodeManager on a host, which share its volumes
 */
record TeraCase(int replication, int workersPerHost) {
  private static final List<Integer> REPLICATIONS = List.of(3, 1);

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
   * Those asked for, as {@link CaseNames#choose} finds them.
   *
   * @throws IllegalArgumentException if a name is of none
   */
  static List<TeraCase> named(List<String> names, List<Integer> workers) {
    return CaseNames.choose(all(workers), TeraCase::name, names, "rep3");
  }
}
