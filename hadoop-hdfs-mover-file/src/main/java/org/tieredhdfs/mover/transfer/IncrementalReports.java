package org.tieredhdfs.mover.transfer;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSUtilClient;
import org.apache.hadoop.hdfs.client.BlockReportOptions;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.protocol.ClientDatanodeProtocol;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.ipc.RPC;
import org.tieredhdfs.mover.conf.MoverKeys;

/**
 * The call by which {@code hdfs dfsadmin -triggerBlockReport -incremental} asks a DataNode, too.
 * Thread-safe.
 */
public final class IncrementalReports implements RemovalReports.Asker {
  private final Configuration conf;
  private final int timeoutMs;
  private final boolean byHostName;

  public IncrementalReports(Configuration conf) {
    this.conf = conf;
    this.timeoutMs = MoverKeys.CONNECT_TIMEOUT.getInt(conf);
    this.byHostName =
        conf.getBoolean(
            HdfsClientConfigKeys.DFS_CLIENT_USE_DN_HOSTNAME,
            HdfsClientConfigKeys.DFS_CLIENT_USE_DN_HOSTNAME_DEFAULT);
  }

  @Override
  public void ask(DatanodeInfo node) throws IOException {
    ClientDatanodeProtocol proxy =
        DFSUtilClient.createClientDatanodeProtocolProxy(node, conf, timeoutMs, byHostName);
    try {
      proxy.triggerBlockReport(new BlockReportOptions.Factory().setIncremental(true).build());
    } finally {
      RPC.stopProxy(proxy);
    }
  }
}
