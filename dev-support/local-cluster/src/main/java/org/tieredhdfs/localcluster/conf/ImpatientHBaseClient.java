package org.tieredhdfs.localcluster.conf;

import org.apache.hadoop.conf.Configuration;

/** Settings with which an HBase client fails within seconds if no server answers. */
public final class ImpatientHBaseClient {
  private ImpatientHBaseClient() {}

  /** A configuration with these settings in addition. */
  public static Configuration of(Configuration hbase) {
    Configuration conf = new Configuration(hbase);
    conf.setInt("hbase.client.retries.number", 1);
    conf.setInt("hbase.rpc.timeout", 3_000);
    conf.setInt("hbase.client.operation.timeout", 5_000);
    conf.setInt("zookeeper.recovery.retry", 0);
    return conf;
  }
}
