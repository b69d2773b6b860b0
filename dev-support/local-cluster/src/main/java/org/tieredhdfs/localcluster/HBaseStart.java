package org.tieredhdfs.localcluster;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.ClusterMetrics.Option;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.tieredhdfs.linux.ListeningPorts;
import org.tieredhdfs.localcluster.conf.ImpatientHBaseClient;
import org.tieredhdfs.localcluster.conf.SiteSettings;
import org.tieredhdfs.localcluster.process.DaemonProcesses;
import org.tieredhdfs.localcluster.process.DaemonProcesses.Started;
import org.tieredhdfs.localcluster.process.StartupWatch;
import org.tieredhdfs.localcluster.spec.ClusterDirs;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.localcluster.spec.Daemon;
import org.tieredhdfs.localcluster.spec.Role;

/** Brings up HBase's master and its RegionServers on an HDFS that runs. */
final class HBaseStart {
  private final ClusterSpec spec;
  private final DaemonProcesses processes;
  private final StartupWatch watch;

  HBaseStart(ClusterSpec spec, DaemonProcesses processes, StartupWatch watch) {
    this.spec = spec;
    this.processes = processes;
    this.watch = watch;
  }

  void run() throws IOException, ClusterException {
    List<Started> started = new ArrayList<>();
    for (Daemon daemon : spec.daemons()) {
      if (daemon.role() == Role.HMASTER || daemon.role() == Role.REGIONSERVER) {
        started.add(processes.start(daemon));
      }
    }
    watch.await(started, new Probe(spec.dirs(), started));
  }

  /** Up is a master that has initialised, and a RegionServer that such a master counts as live. */
  static final class Probe implements StartupWatch.Probe {
    private final ClusterDirs dirs;
    private final List<Started> started;
    private Set<Integer> regionServerPorts = Set.of();
    private boolean hasMaster;

    Probe(ClusterDirs dirs, List<Started> started) {
      this.dirs = dirs;
      this.started = started;
    }

    @Override
    public void look() throws IOException {
      // Ask only when all daemons listen, because clients time out slowly.
      if (started.stream().anyMatch(one -> ListeningPorts.of(one.process().pid()).isEmpty())) {
        return;
      }
      try (Connection connection =
              ConnectionFactory.createConnection(
                  ImpatientHBaseClient.of(ClusterView.hbaseConf(dirs)));
          Admin admin = connection.getAdmin()) {
        // Only a master that has finished its start answers this.
        admin.listNamespaces();
        hasMaster = true;
        regionServerPorts =
            admin
                .getClusterMetrics(EnumSet.of(Option.LIVE_SERVERS))
                .getLiveServerMetrics()
                .keySet()
                .stream()
                .map(ServerName::getPort)
                .collect(Collectors.toSet());
      }
    }

    @Override
    public Optional<String> address(Started one) {
      return ListeningPorts.of(one.process().pid()).stream()
          .filter(
              port ->
                  one.daemon().role() == Role.HMASTER
                      ? hasMaster
                      : regionServerPorts.contains(port))
          .findFirst()
          .map(port -> SiteSettings.LOCALHOST + ":" + port);
    }
  }
}
