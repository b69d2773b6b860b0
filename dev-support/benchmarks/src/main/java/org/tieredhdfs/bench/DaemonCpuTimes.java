package org.tieredhdfs.bench;

import java.io.IOException;
import java.time.Duration;
import org.tieredhdfs.localcluster.ClusterStatus.DaemonStatus;
import org.tieredhdfs.localcluster.ClusterView;

/** Processor time that the daemons of a cluster have used since they began. */
public final class DaemonCpuTimes {
  private DaemonCpuTimes() {}

  /** Of all daemons together, in nanoseconds. */
  public static long nanos(ClusterView view) throws IOException {
    return view.status().daemons().stream().mapToLong(DaemonCpuTimes::nanos).sum();
  }

  private static long nanos(DaemonStatus daemon) {
    return ProcessHandle.of(daemon.pid())
        .flatMap(process -> process.info().totalCpuDuration())
        .map(Duration::toNanos)
        .orElseThrow(() -> new IllegalStateException(daemon.name() + " does not run"));
  }
}
