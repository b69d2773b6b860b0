package org.tieredhdfs.bench.study;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Asks all RegionServers of a cluster for their figures, and adds them up. */
final class RegionServers implements AutoCloseable {
  private final List<RegionServerJmx> servers;

  private RegionServers(List<RegionServerJmx> servers) {
    this.servers = servers;
  }

  /**
   * Waits until all have figures.
   *
   * @param pids their processes, one at least
   * @throws IOException if one is no Java process, or publishes no figures
   */
  static RegionServers attach(List<Long> pids) throws IOException, InterruptedException {
    RegionServers attached = new RegionServers(new ArrayList<>());
    boolean isComplete = false;
    try {
      for (long pid : pids) {
        attached.servers.add(RegionServerJmx.attach(pid));
      }
      isComplete = true;
      return attached;
    } finally {
      if (!isComplete) {
        attached.close();
      }
    }
  }

  RegionServerSample sample() throws IOException, InterruptedException {
    RegionServerSample sum = servers.get(0).sample();
    for (RegionServerJmx server : servers.subList(1, servers.size())) {
      sum = sum.plus(server.sample());
    }
    return sum;
  }

  @Override
  public void close() throws IOException {
    closeAll(servers);
  }

  private static void closeAll(List<RegionServerJmx> servers) throws IOException {
    if (!servers.isEmpty()) {
      try {
        servers.get(0).close();
      } finally {
        closeAll(servers.subList(1, servers.size()));
      }
    }
  }
}
