package org.tieredhdfs.bench.hbase;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import org.tieredhdfs.localcluster.ClusterStatus.DaemonStatus;
import org.tieredhdfs.localcluster.ClusterView;

/**
 * Processor time that the daemons of a cluster have used since they began, by role.
 *
 * @param byRole in nanoseconds
 */
public record DaemonCpuTimes(Map<String, Long> byRole) {
  static final String REGION_SERVER = "RegionServer";

  public static DaemonCpuTimes of(ClusterView view) throws IOException {
    return new DaemonCpuTimes(
        view.status().daemons().stream()
            .collect(Collectors.toMap(DaemonStatus::role, DaemonCpuTimes::nanos, Long::sum)));
  }

  private static long nanos(DaemonStatus daemon) {
    return ProcessHandle.of(daemon.pid())
        .flatMap(process -> process.info().totalCpuDuration())
        .map(Duration::toNanos)
        .orElseThrow(() -> new IllegalStateException(daemon.name() + " does not run"));
  }

  /** Of all roles together. */
  public long all() {
    return byRole.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Of one role. */
  public long of(String role) {
    return byRole.getOrDefault(role, 0L);
  }
}
