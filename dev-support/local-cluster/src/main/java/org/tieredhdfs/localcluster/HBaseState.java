package org.tieredhdfs.localcluster;

import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ClusterMetrics.Option;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.tieredhdfs.localcluster.conf.ImpatientHBaseClient;
import org.tieredhdfs.localcluster.spec.ClusterDirs;
import org.tieredhdfs.localcluster.spec.SiteFile;

/**
 * A snapshot of the HBase master's state.
 *
 * @param regionServerPorts the ports of the live RegionServers
 */
record HBaseState(Set<Integer> regionServerPorts) {

  /**
   * Asks the master once, without patience.
   *
   * @throws IOException if there is no master yet, or it still initialises
   */
  static HBaseState ask(ClusterDirs dirs) throws IOException {
    Configuration conf = HBaseConfiguration.create();
    for (SiteFile file : SiteFile.values()) {
      conf.addResource(new org.apache.hadoop.fs.Path(path(dirs, file).toUri()));
    }
    try (Connection connection = ConnectionFactory.createConnection(ImpatientHBaseClient.of(conf));
        Admin admin = connection.getAdmin()) {
      // Only a master that has finished its start answers this.
      admin.listNamespaces();
      return new HBaseState(
          admin
              .getClusterMetrics(EnumSet.of(Option.LIVE_SERVERS))
              .getLiveServerMetrics()
              .keySet()
              .stream()
              .map(ServerName::getPort)
              .collect(Collectors.toSet()));
    }
  }

  private static Path path(ClusterDirs dirs, SiteFile file) {
    return dirs.conf().resolve(file.fileName());
  }
}
