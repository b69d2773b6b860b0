package org.tieredhdfs.bench.rows;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.tieredhdfs.bench.BenchPlan;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.report.Side;

/**
 * The order in which cases are measured: those that share a cluster together, on each side in turn,
 * again for each repeat. Used by one thread.
 *
 * @param <T> a case
 */
public final class CaseGroups<T> {
  private final Map<String, List<T>> groups = new LinkedHashMap<>();
  private final Function<T, String> name;
  private final ProcessEnd end;

  /**
   * Measures cases on one cluster.
   *
   * @param <T> a case
   */
  public interface Cluster<T> {
    /**
     * Starts a cluster and measures all of {@code left}, each of which it takes out once it has
     * been measured.
     */
    void run(List<T> left, Side side, int repeat)
        throws IOException, ClusterException, InterruptedException;
  }

  /**
   * Hears of a case that failed.
   *
   * @param <T> a case
   */
  public interface Failure<T> {
    void failed(T one, Side side, int repeat, Exception cause) throws IOException;
  }

  /**
   * @param cluster cases with the same text share a cluster
   */
  public CaseGroups(List<T> cases, Function<T, String> name, Function<T, String> cluster) {
    this(cases, name, cluster, new ProcessEnd());
  }

  CaseGroups(List<T> cases, Function<T, String> name, Function<T, String> cluster, ProcessEnd end) {
    this.name = name;
    this.end = end;
    for (T one : cases) {
      groups.computeIfAbsent(cluster.apply(one), key -> new ArrayList<>()).add(one);
    }
  }

  /**
   * Measures what has not been measured yet. After a case that failed the others go on, on a new
   * cluster. What fails because this process ends counts as not measured yet.
   *
   * @throws InterruptedException also if this process ends
   */
  public void run(BenchPlan plan, MeasuredRows rows, Cluster<T> cluster, Failure<T> failure)
      throws IOException, InterruptedException {
    for (int repeat = 1; repeat <= plan.repeats(); repeat++) {
      for (List<T> group : groups.values()) {
        // alternate the order, because the machine's speed may change
        List<Side> sides = new ArrayList<>(plan.sides());
        if (repeat % 2 == 0) {
          Collections.reverse(sides);
        }
        for (Side side : sides) {
          List<T> left = new ArrayList<>(rows.missing(group, name, side, repeat));
          while (!left.isEmpty()) {
            T next = left.get(0);
            try {
              cluster.run(left, side, repeat);
            } catch (IOException | ClusterException | RuntimeException e) {
              end.throwIfEnding(e);
              failure.failed(left.isEmpty() ? next : left.remove(0), side, repeat, e);
            }
          }
        }
      }
    }
  }
}
